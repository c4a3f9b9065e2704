import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { project } from './dependency-rules.ts'
import { listFiles } from './files.ts'
import { findSentences } from './sentences.ts'

/** What people read is in components, in rules, and in the scripts of public pages. */
const shown = /^src\/.*\.(?:tsx|rules\.ts|element\.ts|client\.ts)$/
/** The protocol's own messages, and what only developers and operators read. */
const unseen = /^src\/(?:auth-api|routes\/dev)\/|^src\/domains\/glossary\/source\/|\.(?:test|examples)\.tsx?$/

const catalogImport = /^import (?:\* as (\w+)|\{([^}]*)\}) from '([^']*messages\.en\.yaml)'$/gm

test('Components and scripts contain no sentences: these are in catalogs of messages', () => {
  const files = listFiles().filter((file) => shown.test(file) && !unseen.test(file))
  const found = files.flatMap((file) => {
    const sentences = findSentences(readFileSync(join(project, file), 'utf8'), file)
    return sentences.length > 0 ? [[file, sentences]] : []
  })
  expect(files.length).toBeGreaterThan(4)
  expect(
    Object.fromEntries(found),
    'Move these to the nearest messages.en.yaml (docs/decisions/036).',
  ).toEqual({})
})

test('Every message of a catalog is used', () => {
  const used = new Map<string, Set<string>>()
  for (const file of listFiles().filter((each) => /^src\/.*\.tsx?$/.test(each))) {
    const code = readFileSync(join(project, file), 'utf8')
    for (const [, namespace, names = '', path = ''] of code.matchAll(catalogImport)) {
      const catalog = join(dirname(file), path)
      const found = namespace
        ? [...code.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name]) => name)
        : names.split(',').map((name) => name.trim().split(' as ')[0])
      used.set(catalog, new Set([...(used.get(catalog) ?? []), ...found.map(String)]))
    }
  }
  const unused = listFiles()
    .filter((file) => file.endsWith('/messages.en.yaml'))
    .flatMap((file) => {
      const names = Object.keys(parse(readFileSync(join(project, file), 'utf8')))
      return names.filter((name) => !used.get(file)?.has(name)).map((name) => `${file}: ${name}`)
    })
  expect(unused).toEqual([])
})

test.each([
  ['<p>Nothing is lost.</p>', ['Nothing is lost.']],
  ['<p>\n  Copy\n  <b>it</b>\n</p>', ['Copy', 'it']],
  ['<Field label="Email" name="email" />', ['Email']],
  ['<Field hint="At least ten characters." />', ['At least ten characters.']],
  [`<img alt={\`A map of \${count} entries\`} />`, ['A map of … entries']],
  ["const labels = ['Saved to favorites']", ['Saved to favorites']],
  [`element.textContent = \`Text \${number}\``, ['Text …']],
  ['<p>{messages.lede()}</p>', []],
  ['<p className="Card big">{count} · {total}</p>', []],
  ["throw new TypeError('Not a date.')", []],
  ["console.error('The server could not be reached', thrown)", []],
  ["import { Field } from './Some file.ts'", []],
  ["type Key = 'Arrow Down.'", []],
])('%s contains the sentences %j', (code, sentences) => {
  expect(findSentences(code, 'a.tsx')).toEqual(sentences)
})
