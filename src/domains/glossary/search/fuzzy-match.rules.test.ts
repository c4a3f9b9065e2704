import { describe, expect, test } from 'vitest'
import {
  createTrigramIndex,
  createTypoIndex,
  editDistance,
  phoneticKey,
  trigrams,
} from './fuzzy-match.rules.ts'

test('Trigrams are padded as in pg_trgm', () => {
  expect([...trigrams('cat')]).toEqual(['  c', ' ca', 'cat', 'at '])
})

describe('The trigram index', () => {
  const names = ['gaslighting', 'gaslightingathome', 'stonewalling', 'wall']

  test('finds similar spellings, the most similar first', () => {
    const found = createTrigramIndex(names).similar('gasligthing', 0.3)
    expect(found.map(([index]) => index)).toEqual([0, 1])
    expect(found[0]?.[1]).toBe(0.5)
    expect(createTrigramIndex(names).similar('xyzzy', 0.1)).toEqual([])
  })

  test('returns sorted candidates for a substring once built, and none for two letters', () => {
    const { build, candidates } = createTrigramIndex(names)
    expect(candidates('wall')).toBeUndefined()
    build()
    expect(candidates('wall')).toEqual([2, 3])
    expect(candidates('gaslighting')).toEqual([0, 1])
    expect(candidates('xyzzy')).toEqual([])
    expect(candidates('ga')).toBeUndefined()
  })
})

test.each([
  ['shame', 'shame', 0],
  ['sham', 'shame', 1],
  ['shamee', 'shame', 1],
  ['shqme', 'shame', 1],
  ['hsame', 'shame', 1],
  ['hsamme', 'shame', 2],
  ['', 'abc', 3],
])('The edit distance of %j and %j is %d, in both directions', (a, b, distance) => {
  expect(editDistance(a, b, 4)).toBe(distance)
  expect(editDistance(b, a, 4)).toBe(distance)
})

test('The edit distance is not counted beyond one above the limit', () =>
  expect(editDistance('kitten', 'yellow', 2)).toBe(3))

test.each([
  ['fisical', 'physical'],
  ['sikopath', 'psychopath'],
  ['isolashun', 'isolation'],
  ['coersion', 'coercion'],
  ['harrasment', 'harassment'],
])('%s has the same phonetic key as %s', (one, other) => expect(phoneticKey(one)).toBe(phoneticKey(other)))

test.each([
  ['ocnsent', ['consent', 'content']],
  ['nitemares', ['nightmares']],
  ['concent', ['consent', 'content']],
  ['kafkatrap', []],
])('The typo index matches %j to %j, the most similar first', (text, expected) => {
  const words = ['content', 'consent', 'nightmares', 'yelling']
  const found = createTypoIndex(words).matches(text)
  expect(found.map(([index]) => words[index])).toEqual(expected)
})

test.each(['zzzzqqq', 'aaaaaaa', 'ccchhh'])('%j has too short a phonetic key to match', (text) => {
  expect(createTypoIndex(['ask', 'sky', 'ego', 'act', 'karma']).matches(text)).toEqual([])
})
