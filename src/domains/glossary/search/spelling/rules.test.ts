import { describe, expect, test } from 'vitest'
import { alikeAmong, trigrams } from './rules.ts'

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
