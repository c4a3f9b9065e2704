import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'

const text = readFileSync('docs/asvs.md', 'utf8')
const [notMet = '', others = ''] = text.split('## Left to the operator')

/** Requirement numbers, which are in bold. */
const numbersIn = (part: string): string[] =>
  [...part.matchAll(/\*\*(\d[^\n]*?)\*\*/g)].flatMap(([, bold = '']) => bold.match(/\d+\.\d+\.\d+/g) ?? [])

test('docs/asvs.md lists each of the 253 requirements of levels 1 and 2 once', () => {
  const numbers = numbersIn(others)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  expect(numbers).toHaveLength(253)
})

test('Each requirement that docs/asvs.md reports as not met is in its chapter too', () => {
  const mentioned = new Set(numbersIn(notMet))
  expect(mentioned.size).toBeGreaterThan(0)
  expect([...mentioned].filter((number) => !numbersIn(others).includes(number))).toEqual([])
})

test('The counts at the top of docs/asvs.md are correct', () => {
  const [operators = '', applied = ''] = others.split('## Not applicable')
  const [inapplicable = ''] = applied.split('\n## ')
  const counts = [new Set(numbersIn(notMet)), numbersIn(operators), numbersIn(inapplicable)].map(
    (numbers) => [...numbers].length,
  )
  const met = counts.reduce((rest, count) => rest - count, 253)
  const match = /some (\d+) are met, (\d+) not or in part, (\d+) the operator's, and (\d+) do not/.exec(text)
  expect(match?.slice(1).map(Number)).toEqual([met, ...counts])
})

const files = new Set(listFiles())
const findFile = (path = '') => [path, `src/${path}`, `src/domains/${path}`].find((one) => files.has(one))

test('Every file named in docs/asvs.md exists', () => {
  const mentioned = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx))`/g)].map(([, path]) => path)
  expect(mentioned.length).toBeGreaterThan(100)
  expect(mentioned.filter((path) => !findFile(path))).toEqual([])
})

test('Every test named in docs/asvs.md is in its file', () => {
  const mentioned = [...text.matchAll(/`([\w./-]+\.ts)`((?:, "[^"]+")+)/g)].flatMap(([, path, names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ path, name: name.replace(/\s+/g, ' ') })),
  )
  expect(mentioned.length).toBeGreaterThan(50)
  const holds = ({ path, name }: (typeof mentioned)[number]) =>
    readFileSync(findFile(path) ?? '', 'utf8')
      .replace(/\s+/g, ' ')
      .includes(name)
  expect(mentioned.filter((each) => !holds(each))).toEqual([])
})
