import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dangers } from './danger.contract.ts'
import { cardLines, guessCountry, helpFor, linksOf } from './help-lines.contract.ts'
import { helpLinesSchema } from './help-lines-file.contract.ts'

const helpLines = helpLinesSchema.parse(parse(await readFile('content/help-lines.yaml', 'utf8')))
const { countries, lines } = helpLines
const hrefsFor = (code: string, danger: (typeof dangers)[number]) =>
  cardLines(helpLines, code, [danger]).flatMap(({ links }) => links.map(({ href }) => href))

describe('The lines of each country', () => {
  test.each(countries)(
    '$name: the emergency number comes first, and every danger has a line',
    ({ code, emergency }) => {
      for (const danger of dangers) {
        const [first, ...others] = hrefsFor(code, danger)
        expect(first).toBe(`tel:${emergency}`)
        // An injury needs the emergency number above all.
        if (danger !== 'injury') expect(others, danger).not.toEqual([])
      }
    },
  )

  test('name each line once, with its own number', () => {
    for (const { code } of countries) {
      const ofCountry = lines.filter(({ country }) => country === code)
      const names = ofCountry.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
    }
  })

  test('show at most four lines beside the emergency number', () => {
    for (const { code } of countries)
      expect(cardLines(helpLines, code, dangers).length, code).toBeLessThanOrEqual(5)
  })
})

test('Without JavaScript the numbers from the specification are shown (point 9)', () => {
  const hrefs = (danger: (typeof dangers)[number]) =>
    helpFor(helpLines, [danger])?.lines.flatMap(({ links }) => links.map(({ href }) => href))
  expect(hrefs('violence')).toEqual(
    expect.arrayContaining(['tel:911', 'tel:999', 'tel:8007997233', 'tel:08082000247']),
  )
  expect(hrefs('suicide')).toEqual(expect.arrayContaining(['tel:911', 'tel:999', 'tel:988', 'tel:116123']))
  expect(helpFor(helpLines, [])).toBeUndefined()
})

test('A line can be called, texted and written to', () => {
  expect(
    linksOf({
      number: '0808 2000 247',
      sms: '88788',
      sms_word: 'START',
      chat: 'https://chat.example.org/',
      url: 'https://www.example.org/places',
    }),
  ).toEqual([
    { href: 'tel:08082000247', label: 'Call 0808 2000 247' },
    { href: 'sms:88788?body=START', label: 'Text START to 88788' },
    { href: 'https://chat.example.org/', label: 'Chat' },
    { href: 'https://www.example.org/places', label: 'example.org' },
  ])
})

test.each([
  ['Europe/London', 'en-US', 'GB'],
  ['America/Toronto', 'en-US', 'CA'],
  ['America/Indiana/Knox', 'es-MX', 'US'],
  ['Australia/Lord_Howe', 'en-GB', 'AU'],
  ['Asia/Calcutta', 'hi', 'IN'],
  ['Europe/Vienna', 'de-DE', 'EU'],
  ['Asia/Tokyo', 'en-US', 'XX'],
  ['America/Sao_Paulo', 'pt-BR', 'XX'],
  ['UTC', 'en-IE', 'IE'],
  ['Etc/GMT', 'zh-Hant-NZ', 'NZ'],
  ['UTC', 'fr-BE', 'XX'],
  ['UTC', 'en', 'XX'],
  ['', '', 'XX'],
])('A device in the time zone %j with the language %j is guessed to be in %s', (zone, language, code) => {
  expect(guessCountry(zone, language, countries)).toBe(code)
})
