import { expect, test } from 'vitest'
import { createJsonSplitter, type JsonPiece, JsonStreamError } from './json-stream.rules.ts'

/** Splits a text that arrives in chunks of this length. */
function split(json: string, length = json.length): [string, unknown][] {
  const pieces: JsonPiece[] = []
  const splitter = createJsonSplitter((piece) => pieces.push(piece))
  for (let at = 0; at < json.length; at += length) splitter.push(json.slice(at, at + length))
  splitter.end()
  return pieces.map(({ key, isElement, text }) => [isElement ? `${key}[]` : key, JSON.parse(text)])
}

const document = {
  'a "quoted", \\ {name}': { deep: [1, [2, { x: ']}' }]] },
  list: ['x, [y', { content: '"},{\\' }, 3, null, [[]]],
  empty: [],
  __proto__: 1,
  end: '\u2028',
}

test.each([1, 2, 3, 7, 1000])('A document in chunks of %i characters has the same pieces', (length) => {
  for (const indent of [0, 2]) {
    expect(split(JSON.stringify(document, null, indent), length)).toEqual([
      ['a "quoted", \\ {name}', document['a "quoted", \\ {name}']],
      ...document.list.map((element) => ['list[]', element]),
      ['end', '\u2028'],
    ])
  }
  expect(split('{"__proto__": [1]}', length)).toEqual([['__proto__[]', 1]])
  expect(split(' {} \n', length)).toEqual([])
})

test.each([
  ...['', ' ', '{', '{"a"', '{"a":', '{"a": [1, 2', '{"a": [1, 2]', '{"a": "x', '{"a": "x\\'],
  ...['[1]', '"text"', '12', 'null', '<html>', '{}{}', '{} x', '}', '{"a": [1,,2]}', '{a: 1}'],
])('%s is no whole object', (json) => {
  expect(() => split(json)).toThrow(JsonStreamError)
})

test('A value without end is stopped', () => {
  const splitter = createJsonSplitter(() => {})
  splitter.push('{"a": "')
  const chunk = 'x'.repeat(1_000_000)
  expect(() => {
    for (let count = 0; count < 30; count++) splitter.push(chunk)
  }).toThrow(JsonStreamError)
})
