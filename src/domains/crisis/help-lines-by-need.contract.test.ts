import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { lines as linesOfCard } from './crisis-data.client.ts'
import { findNeed, helpLinesByNeedSchema } from './help-lines-by-need.contract.ts'
import { helpLinesSchema } from './help-lines-file.contract.ts'

const read = async (name: string) => parse(await readFile(`content/${name}.yaml`, 'utf8'))
const helpLines = helpLinesSchema.parse(await read('help-lines'))
const file = await read('help-lines-by-need')
const byNeed = helpLinesByNeedSchema(helpLines).parse(file)
const { needs, lines } = byNeed

describe('Every need', () => {
  test.each(needs)('$name: has a line in the US or in any country', ({ code }) => {
    const countries = findNeed(helpLines, byNeed, code)?.countries.map((country) => country.code) ?? []
    expect(countries.filter((country) => country === 'US' || country === 'XX')).not.toEqual([])
  })

  test('has its own title, name and sentence', () => {
    for (const field of ['title', 'name', 'text'] as const)
      expect(new Set(needs.map((need) => need[field])).size, field).toBe(needs.length)
  })

  test('shows the shared lines of a country first, each line once, and no country without a line', () => {
    for (const { code, shared = {} } of needs) {
      const countries = findNeed(helpLines, byNeed, code)?.countries ?? []
      for (const { code: country, lines } of countries) {
        const names = lines.map(({ name }) => name)
        expect(names, `${code} in ${country}`).toEqual([...new Set(names)])
        expect(names.length).toBeGreaterThan(0)
        expect(names.slice(0, shared[country]?.length ?? 0)).toEqual(shared[country] ?? [])
      }
    }
  })

  test('that is unknown has no page', () => {
    expect(findNeed(helpLines, byNeed, 'no-such-need')).toBeUndefined()
    expect(findNeed(helpLines, byNeed, 'constructor')).toBeUndefined()
  })
})

describe('Every line by need', () => {
  /** The messages for the file with one field of its first line changed. */
  const problemsWith = (change: Record<string, unknown>) =>
    helpLinesByNeedSchema(helpLines)
      .safeParse({ needs, lines: [{ ...lines[0], ...change }] })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

  test.each([
    ['a name', { name: '' }, /^lines.0.name /],
    [
      'a means',
      { video: undefined, chat: undefined },
      /^lines.0 must have a number, video, sms, chat or url$/,
    ],
    ['the month of its check', { checked: undefined }, /^lines.0.checked /],
    ['a month that is one', { checked: 'November' }, /^lines.0.checked must be a month in quotes/],
    ['a need', { need: [] }, /^lines.0.need /],
    ['a need of the list', { need: ['nobody'] }, /^lines.0.need.0 must be the code of one of `needs`$/],
    ['a country of the list', { country: 'QQ' }, /^lines.0.country must be one of `countries`/],
    [
      'a name that help-lines.yaml lacks',
      { name: 'StrongHearts Native Helpline' },
      /^lines.0.name must be under/,
    ],
    ['a number that can be called', { number: 'CALL-US' }, /^lines.0.number must be a telephone number/],
    ['an address with TLS', { url: 'http://example.org/' }, /^lines.0.url must be an address that starts/],
  ])('needs %s', (_what, change, problem) => {
    expect(problemsWith({})).toBeUndefined()
    expect(problemsWith(change)?.join('\n')).toMatch(problem)
  })

  test('stays out of the script of the card, which has no room for it', () => {
    expect(linesOfCard.map(({ name }) => name)).toEqual(helpLines.lines.map(({ name }) => name))
    const onCard = new Set(linesOfCard.map(({ country, name }) => `${country} ${name}`))
    expect(lines.filter(({ country, name }) => onCard.has(`${country} ${name}`))).toEqual([])
  })
})
