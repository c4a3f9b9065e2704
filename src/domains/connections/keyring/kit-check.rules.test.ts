import { describe, expect, test } from 'vitest'
import { choosePlaces, kitText, matchesWord, replaceTypedWord, secureRandom } from './kit-check.rules.ts'

describe('The words to type back', () => {
  test('are three different ones in order, and each can be chosen', () => {
    const chosen = Array.from({ length: 500 }, () => choosePlaces(24, 3, secureRandom))
    for (const places of chosen) {
      expect(new Set(places).size).toBe(3)
      expect(places).toEqual([...places].sort((one, other) => one - other))
    }
    expect(new Set(chosen.flat()).size).toBe(24)
    expect(choosePlaces(24, 3, () => 0.999999)).toEqual([21, 22, 23])
    expect(choosePlaces(2, 3, () => 0)).toEqual([0, 1])
  })

  test.each([
    ['abandon', 'abandon'],
    ['  ABANDON. ', 'abandon'],
    ['3. abandon', 'abandon'],
    ['aban', 'abandon'],
    ['abandn', 'abandon'],
    ['abnadon', 'abandon'],
    ['zoo', 'zoo'],
  ])('%j is %s', (typed, word) => {
    expect(matchesWord(typed, word)).toBe(true)
  })

  test.each([
    ['', 'abandon'],
    ['aba', 'abandon'],
    ['ability', 'abandon'],
    // Words of the list that differ by one letter.
    ['action', 'auction'],
    ['bold', 'gold'],
    ['xyzzy', 'abandon'],
    ['привет', 'abandon'],
  ])('%j is not %s', (typed, word) => {
    expect(matchesWord(typed, word)).toBe(false)
  })
})

test('A suggestion replaces one word and leaves the others, with numbers and line breaks', () => {
  expect(replaceTypedWord('1. abandon\n2. abiliti, able', 2, 'ability')).toBe('1. abandon\n2. ability, able')
  expect(replaceTypedWord('zoo zoo', 2, 'able')).toBe('zoo able')
  expect(replaceTypedWord('zoo', 5, 'able')).toBe('zoo')
})

test('The file has the words, numbered, and nothing that tells what they are for', () => {
  expect(kitText('24 words', ['zoo', 'able'], 'Keep this page.')).toBe(
    '24 words\r\n\r\n 1. zoo\r\n 2. able\r\n\r\nKeep this page.\r\n',
  )
})
