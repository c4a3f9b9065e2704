import { expect, test } from 'vitest'
import { isOwnWord } from './phrase-choice.rules.ts'

const ownWords = ['ana.meyer@example.org', 'Ana', 'ana_m']

test.each(['Ana', ' ÁNA ', 'ana.meyer@example.org', 'ana meyer', 'Ana-M'])('%j is an own word', (phrase) => {
  expect(isOwnWord(phrase, ownWords)).toBe(true)
})

test.each(['anaconda river', 'meyer', 'six kettles hum', ''])('%j is not', (phrase) => {
  expect(isOwnWord(phrase, ownWords)).toBe(false)
})

test('Without a name or an address, nothing is', () => {
  expect(isOwnWord('', [''])).toBe(false)
  expect(isOwnWord('ana', [])).toBe(false)
})
