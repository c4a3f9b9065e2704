import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from './dependency-rules.ts'
import { listFiles } from './files.ts'
import { forbiddenWords } from './forbidden-text.ts'

test('No file contains a machine path, a package registry or a skipped test', () => {
  const violations = listFiles().flatMap((path) => {
    const content = readFileSync(join(project, path))
    return content.includes(0) ? [] : forbiddenWords(path, content.toString())
  })

  expect(violations).toEqual([])
})

// Concatenated, so that this file itself passes.
const dot = '.'
const slash = '/'

describe('A forbidden text is reported', () => {
  test.each([
    ['docs/architecture.md', `run \`cd ${slash}work/main\``],
    ['src/server/main.ts', `const folder = '${slash}root/unfog'`],
    ['content/site.yaml', `${slash}home/ada/unfog`],
    ['scripts/pictures.ts', `"${slash}Users/ada/Desktop"`],
    ['README.md', `file://${slash}home/ada/unfog`],
    ['.npmrc', `registry${'='}https://packages.example`],
    ['.npmrc', `@ours:registry ${'='} https://packages.example`],
    ['src/server/main.ts', `fetch('https://registry${dot}npmjs${dot}org/hono')`],
    ['package-lock.json', `{ "resolved"${':'} "https://packages.example/hono.tgz" }`],
    ['src/ui/menu/menu.tsx', "type Term = import('../../domains/glossary/contract.ts').Term"],
    ['src/ui/menu/menu.tsx', "type Glossary = typeof import('../../domains/glossary/contract.ts')"],
    ['src/domains/glossary/terms.rules.test.ts', `test${dot}only('x')`],
    ['test/e2e/sign-in.e2e.ts', `test.describe${dot}skip('x')`],
    ['src/domains/glossary/terms.rules.test.ts', `test${dot}skipIf(slow)('x')`],
    ['src/ui/menu/menu.browser.test.tsx', `it${dot}only.each([])('x')`],
    ['src/domains/glossary/terms.rules.test.ts', `  x${'it('}'x')`],
  ])('%s: %s', (path, text) => {
    expect(forbiddenWords(path, `\n${text}`)).toEqual([expect.stringContaining(`${path}:2 says `)])
  })
})

describe('An allowed text is not reported', () => {
  test.each([
    ['content/glossary/w/workplace-abuse.yaml', 'At home/work/school they belittle you.'],
    ['docs/architecture.md', 'https://example.org/home/ada/ and ./work/ and ~/work/x and as root/nobody'],
    ['src/server/main.ts', `join(folder, 'work', 'root')`],
    ['src/server/run.ts', "const development = await import('./development.ts')"],
    ['.npmrc', 'omit-lockfile-registry-resolved=true'],
    ['package-lock.json', '{ "resolved": "packages/ours" }'],
    ['src/domains/glossary/terms.rules.ts', `names${dot}skip(2)`],
    ['src/domains/glossary/terms.rules.test.ts', 'skip(2); exit(1)'],
  ])('%s: %s', (path, text) => {
    expect(forbiddenWords(path, text)).toEqual([])
  })
})
