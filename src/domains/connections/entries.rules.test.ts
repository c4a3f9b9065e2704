import { describe, expect, test } from 'vitest'
import { entryTypeOf } from './entries.rules.ts'
import { characterCount, previewOf, previewTagsOf } from './preview.rules.ts'
import { readableCount } from './readable-count.rules.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['💔', 1],
  ['a💔b💔', 4],
  ['\ud83d', 1],
  ['\udc94\ud83d', 2],
  ['\ud83d\ud83d\udc94', 2],
  ['👩‍👩‍👧', 5],
  ['مرحبا', 5],
  ['a\u0000b', 3],
])('%j has %i code points', (text, count) => {
  expect(characterCount(text)).toBe(count)
  expect([...text]).toHaveLength(count)
})

test.each([
  ['', 0],
  ['abc', 3],
  ['💔', 1],
  ['👩‍👩‍👧', 1],
  ['👍🏽', 1],
  ['🇫🇷', 1],
  ['e\u0301', 1],
  ['a\r\nb', 4],
])('%j has %i graphemes', (text, count) => expect(readableCount(text)).toBe(count))

test('A Connection without a term is freeform, and one with a term is linked', () => {
  expect(entryTypeOf([])).toBe('freeform')
  expect(entryTypeOf(['019d0000-0000-7000-8000-000000000000'])).toBe('term_linked')
})

describe('The preview on a card', () => {
  test('is the whole text up to 200 characters, or its first 200 and an ellipsis', () => {
    expect(previewOf('a'.repeat(200))).toBe('a'.repeat(200))
    expect(previewOf('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
    expect(previewOf('💔'.repeat(200))).toBe('💔'.repeat(200))
    expect(previewOf('💔'.repeat(201))).toBe(`${'💔'.repeat(200)}…`)
  })

  test('never splits a grapheme', () => {
    const family = '👩‍👩‍👧'
    expect(previewOf('a'.repeat(198) + family.repeat(2))).toBe(`${'a'.repeat(198)}…`)
    expect(previewOf(`${'a'.repeat(199)}e\u0301${'b'.repeat(9)}`)).toBe(`${'a'.repeat(199)}…`)
  })

  test('of a single very long grapheme is still cut', () => {
    expect(characterCount(previewOf(`a${'\u0301'.repeat(5000)}`))).toBe(201)
  })

  test('of a long text is as short', () => {
    expect(previewOf('word '.repeat(20_000))).toHaveLength(201)
  })
})

test('A card shows three tags, and the number of further tags', () => {
  expect(previewTagsOf([])).toEqual({ shown: [], more: 0 })
  expect(previewTagsOf(['a', 'b', 'c'])).toEqual({ shown: ['a', 'b', 'c'], more: 0 })
  expect(previewTagsOf(['a', 'b', 'c', 'd', 'e'])).toEqual({ shown: ['a', 'b', 'c'], more: 2 })
})
