import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'

/** Words of the dialect that this code was once written in, in no name and no comment again (CONTRIBUTING.md, "How we write"). */
const dialect =
  /\b(?:deeds?|anew|whoever|said|told|askers?|somebody|farewells?|likeness|kin)\b|(?:Deed|Anew|Whoever|Asker)s?(?![a-z])/

/** Lists of what people type and texts of pages; their words are content. */
const content = [
  'src/domains/glossary/search/tokenizer.rules.ts',
  'src/routes/demo/home.tsx',
  'src/routes/public/home.tsx',
]

/** @returns the lines with a word of the dialect outside quotes, as `line: text` */
function dialectIn(text: string): string[] {
  const unquoted = text.replace(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/g, '')
  return unquoted
    .split('\n')
    .flatMap((line, index) => (dialect.test(line) ? [`${index + 1}: ${line.trim()}`] : []))
}

test('names and comments use standard English words', () => {
  const files = listFiles().filter(
    (path) => /^(?:src|packages)\/.*[.]tsx?$/.test(path) && !content.includes(path),
  )
  const found = files.flatMap((path) =>
    dialectIn(readFileSync(path, 'utf8')).map((line) => `${path}:${line}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test.each([
  ['// Who is told comes anew.'],
  ['const said = readAnswer()'],
  ['export const useDraftsAnew = () => {}'],
  ['type Deed = () => void'],
])('%s is found', (line) => {
  expect(dialectIn(line)).toEqual([`1: ${line}`])
})

test.each([["expect(text).toBe('she said so')"], ['const kinds = saidOrNot']])('%s is allowed', (line) => {
  expect(dialectIn(line)).toEqual([])
})
