import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'

const files = listFiles()
const pages = files.filter((path) => path.endsWith('.md') && !path.startsWith('bench/'))
const read = (path: string) => readFileSync(path, 'utf8').replace(/```[\s\S]*?```/g, '')

/** A path may leave out its beginning (`terms.contract.ts`, `identity/sessions`), as long as some file ends so. */
const exists = (path: string) =>
  files.some((file) => file === path || file.endsWith(`/${path}`) || `/${file}`.includes(`/${path}/`))

test.each(pages)('%s names only files that exist', (page) => {
  const named = [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|js|css|md|sql|tsv))`/g)]
  expect(named.map(([, path = '']) => path).filter((path) => !exists(path))).toEqual([])
})

test.each(pages)('the links of %s lead to files that exist', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
  const local = links.filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
  expect(local.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
})

test.each([
  ['A term page', 16],
  ['Saving a Connection', 20],
])('docs/architecture.md follows "%s" in at most %i files', (title, limit) => {
  const [, section = ''] =
    new RegExp(`### ${title}[^\n]*\n([\\s\\S]*?)\n##`).exec(read('docs/architecture.md')) ?? []
  const steps = section.split('\n').filter((line) => /^\d+\. .*`src\/[^`]+`/.test(line))
  expect(steps.length).toBeGreaterThan(10)
  expect(steps.length).toBeLessThanOrEqual(limit)
})

test('every decision is in the index', () => {
  const index = read('docs/decisions/README.md')
  const decisions = files.filter((path) => /^docs\/decisions\/\d{3}-/.test(path))
  expect(decisions.filter((path) => !index.includes(`(${path.split('/').at(-1)})`))).toEqual([])
})
