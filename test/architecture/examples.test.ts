import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'

/** Components that show nothing of their own, and why. */
const withoutExamples: Record<string, string> = {
  RouteChange: 'follows navigations; its spinner is in private.examples.tsx',
  PageOwner: 'is a hidden field',
}

type File = { path: string; text: string }

const files: File[] = listFiles()
  .filter((path) => /^src\/ui\/.*(?<![.]test)[.]tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Components and custom elements that no example uses. */
function withoutExample(files: File[]): string[] {
  const isExample = ({ path }: File) => path.includes('.examples.')
  const used = files
    .filter(isExample)
    .map(({ text }) => text.replace(/^import .*$/gm, ''))
    .join('\n')
  const components = files
    .filter((file) => file.path.endsWith('.tsx') && !isExample(file))
    .flatMap(({ text }) =>
      [...text.matchAll(/^export (?:function|const) ([A-Z]\w*)(?!.*createContext)/gm)].map(
        ([, name = '']) => name,
      ),
    )
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(used))
  // A component with an example may render the element.
  const rendered = files.filter(({ path }) => path.endsWith('.tsx')).map(({ text }) => text)
  const elements = files
    .flatMap(({ text }) => [...text.matchAll(/customElements[.]define\('([\w-]+)'/g)])
    .map(([, name = '']) => name)
    .filter((name) => !rendered.some((text) => text.includes(`<${name}`)))
  return [...components, ...elements]
}

test('Every component of the design system has an example on /dev/components', () => {
  const missing = withoutExample(files).filter((name) => !(name in withoutExamples))
  expect(missing, 'Add a file <name>.examples.tsx beside these (CONTRIBUTING.md).').toEqual([])
})

test('A component, an arrow function and an element without an example are found', () => {
  const tree = [
    { path: 'src/ui/a/a.tsx', text: 'export function Shown() {}\nexport const Arrow = () => null' },
    { path: 'src/ui/a/a.element.ts', text: "customElements.define('no-example', Element)" },
    { path: 'src/ui/a/context.tsx', text: 'export const Reason = createContext(null)' },
    { path: 'src/ui/a/a.examples.tsx', text: "import { Arrow } from './a.tsx'\n<Shown />" },
  ]
  expect(withoutExample(tree)).toEqual(['Arrow', 'no-example'])
})
