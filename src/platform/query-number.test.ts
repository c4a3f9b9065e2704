import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryNumber } from './query-number.ts'

const limit = queryNumber('limit', { min: 1, max: 100 })

test.each([
  ['1', 1],
  ['100', 100],
  ['007', 7],
])('%j is read as %i', (text, number) => expect(limit.parse(text)).toBe(number))

test.each([
  ...['', ' ', ' 1', '1 ', '1\n', '+1', '-1', '-0', '0', '101', '1.5', '1.0', '0x10', '0b1', '0o7', '1e1'],
  ...['1_0', '1,0', '٣', '１', 'Infinity', 'NaN', 'null', 'x', '9007199254740993', '9'.repeat(400)],
])('%j is rejected with a sentence', (text) => {
  expect(limit.safeParse(text).error?.issues[0]?.message).toBe(
    'limit is a whole number from 1 to 100, in plain digits',
  )
})

test('two values, or a value that is not a string, are rejected', () => {
  for (const value of [['5', '6'], null, undefined, true, {}, 5n]) {
    expect(limit.safeParse(value).success).toBe(false)
  }
})

test('only numbers written in plain digits are accepted', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: fc.constantFrom(...'0123456789+-.exXb \n') }),
        fc.double().map(String),
        fc.integer().map((number) => `0x${number.toString(16)}`),
      ),
      (text) => {
        expect(limit.safeParse(text).success).toBe(/^0*(?:[1-9]\d?|100)$/.test(text))
      },
    ),
  )
})
