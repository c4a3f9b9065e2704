import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'

/*
 * Tailwind makes utilities for what it finds in the files of `@source`. A path that leads nowhere is silent: the private pages lose
 * utilities, or the public ones carry those of the private pages.
 */
const sources = listFiles()
  .filter((path) => /^src\/ui\/.*[.]css$/.test(path))
  .flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/@source (?:not )?"([^"]+)"/g)].map(([, glob = '']) => ({
      path,
      glob,
    })),
  )

/** `a/{b,c}.tsx` is two paths, and each has to exist. */
const alternatives = (glob: string): string[] => {
  const [, before, list, after] = /^([^{]*)[{]([^}]*)[}](.*)$/.exec(glob) ?? []
  return list === undefined
    ? [glob]
    : list.split(',').flatMap((part) => alternatives(`${before}${part}${after}`))
}

test.each(sources)('$glob in $path names files that exist', ({ glob }) => {
  expect(alternatives(glob).filter((path) => globSync(join('src/ui', path)).length === 0)).toEqual([])
})

test('there are sources to check', () => {
  expect(sources.length).toBeGreaterThan(10)
})

/** Sides that stay when a page is read from right to left, with the reason. Everything else has logical properties. */
const physicalSides: Record<string, string> = {
  'right: 0.8rem': 'for browsers that know no logical insets (style.css)',
  'sm:float-left': 'a floated legend becomes a flex item, which has no side',
}

const physicalProperty =
  /(?<![\w-])(?:(?:[a-z]+-)*(?:left|right)(?:-[a-z]+)*\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)).*?(?=;|$)/gm
const shorthand = /(?<![\w-])(?:padding|margin|inset|border-(?:width|color|style)):\s*([^;{}]+)/g
const physicalUtility =
  /(?<=["'`\s])(?:[\w-]+:)*-?(?:[mp][lr]|scroll-[mp][lr]|(?:left|right)-[\d[afp][\w.[\]/]*|border-[lr]|rounded-(?:[lr]|[tb][lr])|text-(?:left|right)|float-(?:left|right))(?:-[\w.[\]/-]+)?(?=["'`\s])/g

/** Declarations of a style sheet that name a side. */
const physicalDeclarations = (css: string) => {
  const rules = css.replace(/\/\*.*?\*\//gs, '')
  const shorthands = [...rules.matchAll(shorthand)].filter(([, values = '']) => {
    // Functions contain spaces.
    const [, right, , left] = values.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
    return left !== undefined && left !== right
  })
  return [...rules.matchAll(physicalProperty), ...shorthands].map(([text]) => text.trim())
}

/** Tailwind's utilities in the class attributes of a component. */
const physicalUtilities = (code: string) =>
  [...code.matchAll(/\bclass(?:Name)?=(?:"[^"]*"|\{[^}]*\})/g)].flatMap(([text]) =>
    [...text.matchAll(physicalUtility)].map(([name]) => name),
  )

test('Styles name no side, so that they mirror when a page is read from right to left', () => {
  const found = listFiles().flatMap((path) => {
    if (!/^src\/.*[.](?:css|tsx)$/.test(path)) return []
    const text = readFileSync(path, 'utf8')
    return path.endsWith('.css') ? physicalDeclarations(text) : physicalUtilities(text)
  })
  expect([...new Set(found)].sort()).toEqual(Object.keys(physicalSides).sort())
})

test.each([
  'left: 0',
  'margin-left: 1rem',
  'border-right-color: red',
  'border-top-left-radius: 1px',
  'scroll-margin-left: 1rem',
  'text-align: right',
  'float: left',
  'padding: 0 max(1rem, min(4vw, 2rem)) 0 0',
  'inset: auto 0 0 calc(1px + (2px * 3))',
])('%s names a side', (declaration) => {
  expect(physicalDeclarations(`a { ${declaration}; color: red }`)).toEqual([declaration])
})

test.each([
  'padding: 0 1rem 2rem 1rem',
  'padding: 0 env(safe-area-inset-right)',
  'text-align: start',
  '--left: 0',
])('%s names no side', (declaration) => {
  expect(physicalDeclarations(`.left { ${declaration}; }`)).toEqual([])
})

test.each([
  'pl-4',
  '-ml-2',
  'sm:mr-auto',
  'text-left',
  'lg:float-right',
  'left-[3px]',
  'rounded-tl',
  'border-l',
])('the utility %s names a side', (utility) => {
  expect(
    physicalUtilities(
      `<p className="flex ${utility} ps-4 border-line" class={on ? '${utility}' : 'pe-1'} />`,
    ),
  ).toEqual([utility, utility])
})

/** Tailwind's utilities only place what a component's own class draws (docs/decisions/035). */
const layoutUtility =
  /^(?:(?:sm|lg|max-lg|empty):)?(?:-?m[tbxyse]?|p[tbxyse]?|gap(?:-[xy])?|grid(?:-cols|-rows)?|flex|items|justify(?:-items|-self)?|content|self|w|size|m(?:in|ax)-w|min-h|block|inline-flex|contents|hidden|invisible|relative|float)(?:-(?!\[#)[\w[][^:]*)?$/
/** Colors and sizes of theme.css, and what a list or a user's word needs. */
const textUtilities = [
  ...['text-act', 'text-edge', 'text-muted', 'accent-act', 'bg-sunk'],
  ...['text-base', 'text-xl', 'text-2xl', 'text-6xl', 'font-serif'],
  ...['text-start', 'list-disc', 'wrap-anywhere'],
]

/** The words of a component's class attributes that Tailwind makes a utility of. */
async function utilitiesIn(code: string): Promise<string[]> {
  const words = [...code.matchAll(/\bclass(?:Name)?=(?:"[^"]*"|\{[^}]*\})/g)].flatMap(([text]) =>
    text.split(/[\s"'`{}]+/),
  )
  const theme = readFileSync('src/ui/theme.css', 'utf8')
  const { build } = await compile(`${theme}\n@tailwind utilities source(none);`, {
    loadStylesheet: async (id, base) => {
      const path = createRequire(import.meta.url).resolve(id)
      return { path, base, content: readFileSync(path, 'utf8') }
    },
  })
  const selectors = build(words).matchAll(/^ *[.]((?:\\.|[\w-])+)/gm)
  return [...new Set([...selectors].map(([, name = '']) => name.replaceAll('\\', '')))]
}

const otherUtilities = async (code: string) =>
  (await utilitiesIn(code)).filter((name) => !layoutUtility.test(name) && !textUtilities.includes(name))

test('Utilities only place elements: what draws them is a class of src/ui', async () => {
  const components = listFiles().filter((path) => /^src\/.*(?<![.]test)[.]tsx$/.test(path))
  const code = components.map((path) => readFileSync(path, 'utf8')).join('\n')
  const used = await utilitiesIn(code)
  expect(used.length).toBeGreaterThan(60)
  expect(
    textUtilities.filter((name) => !used.includes(name)),
    'no longer used',
  ).toEqual([])
  expect(await otherUtilities(code)).toEqual([])
})

test.each([
  'shadow-lg',
  'rounded-card',
  'border',
  'bg-paper',
  'leading-6',
  'opacity-50',
  'hover:flex',
  'z-10',
])('the utility %s draws', async (utility) => {
  expect(await otherUtilities(`<p className="grid btn gap-2 ${utility}">`)).toEqual([utility])
})
