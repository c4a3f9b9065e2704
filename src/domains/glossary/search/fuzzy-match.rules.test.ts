import { describe, expect, test } from 'vitest'
import { alikeAmong, phoneticKey, slipsBetween, trigrams, typoCandidates } from './fuzzy-match.rules.ts'

test('pieces are cut as pg_trgm cuts them', () => {
  expect([...trigrams('cat')]).toEqual(['  c', ' ca', 'cat', 'at '])
})

describe('among names', () => {
  const names = ['gaslighting', 'gaslightingathome', 'stonewalling', 'wall']

  test('those written alike are found, the most alike first', () => {
    const found = alikeAmong(names).alike('gasligthing', 0.3)
    expect(found.map(([place]) => place)).toEqual([0, 1])
    expect(found[0]?.[1]).toBe(0.5)
    expect(alikeAmong(names).alike('xyzzy', 0.1)).toEqual([])
  })

  test('those that may hold a text are told once they are cut, in order; of two letters nothing is told', () => {
    const { cut, holding } = alikeAmong(names)
    expect(holding('wall')).toBeUndefined()
    cut()
    expect(holding('wall')).toEqual([2, 3])
    expect(holding('gaslighting')).toEqual([0, 1])
    expect(holding('xyzzy')).toEqual([])
    expect(holding('ga')).toBeUndefined()
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
])('from %j to %j it is %d slips, in whichever direction', (one, other, slips) => {
  expect(slipsBetween(one, other, 4)).toBe(slips)
  expect(slipsBetween(other, one, 4)).toBe(slips)
})

test('more slips than are wanted are not counted', () => expect(slipsBetween('kitten', 'yellow', 2)).toBe(3))

test.each([
  ['fisical', 'physical'],
  ['sikopath', 'psychopath'],
  ['isolashun', 'isolation'],
  ['coersion', 'coercion'],
  ['harrasment', 'harassment'],
])('%s sounds like %s', (one, other) => expect(phoneticKey(one)).toBe(phoneticKey(other)))

test.each([
  ['ocnsent', ['consent', 'content']],
  ['nitemares', ['nightmares']],
  ['concent', ['consent', 'content']],
  ['kafkatrap', []],
])('who writes %j may mean %j, the likeliest first', (text, meant) => {
  const words = ['content', 'consent', 'nightmares', 'yelling']
  const found = typoCandidates(words).slipped(text)
  expect(found.map(([place]) => words[place])).toEqual(meant)
})

test.each(['zzzzqqq', 'aaaaaaa', 'ccchhh'])('%j, of which little sounds, is a slip of nothing', (text) => {
  expect(typoCandidates(['ask', 'sky', 'ego', 'act', 'karma']).slipped(text)).toEqual([])
})
