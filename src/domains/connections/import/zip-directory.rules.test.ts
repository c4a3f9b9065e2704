import { expect, test } from 'vitest'
import { isUnsafePath, readZip64Record } from './zip-directory.rules.ts'

test.each([
  '../x.json',
  'a/../x.json',
  '/x.json',
  '\\x.json',
  'C:\\x.json',
  'a\\..\\x.json',
  'a\0.json',
  '..',
])('%j is unsafe', (name) => {
  expect(isUnsafePath(name)).toBe(true)
})

test.each(['x.json', 'a/b/x.json', 'a..b/x.json', '...md'])('%j is safe', (name) => {
  expect(isUnsafePath(name)).toBe(false)
})

test('A ZIP64 record that is cut, or something else, is none', () => {
  expect(readZip64Record(new Uint8Array(10))).toBeUndefined()
  expect(readZip64Record(new Uint8Array(56))).toBeUndefined()
})
