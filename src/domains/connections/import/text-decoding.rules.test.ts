import { expect, test } from 'vitest'
import { decodeText } from './text-decoding.rules.ts'

const words = 'Größe – “ja” 💔'
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

test.each([
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${words}`)],
  ['UTF-16 with a mark', utf16(`\ufeff${words}`, true)],
  ['UTF-16 in the other order', utf16(`\ufeff${words}`, false)],
])('%s loses no character', (_name, bytes) => {
  expect(decodeText(bytes)?.text).toBe(words)
})

test('UTF-16 without a mark is found by its zeros', () => {
  expect(decodeText(utf16('Plain words.', true))).toEqual({ text: 'Plain words.', encoding: 'utf-16le' })
  expect(decodeText(utf16('Plain words.', false))).toEqual({ text: 'Plain words.', encoding: 'utf-16be' })
})

test('Other bytes are windows-1252, and each is a character', () => {
  expect(decodeText(Uint8Array.of(0x93, 0x47, 0xf6, 0xdf, 0x94, 0x80))).toEqual({
    text: '“Göß”€',
    encoding: 'windows-1252',
  })
  const all = Uint8Array.from({ length: 255 }, (_, index) => index + 1)
  const text = decodeText(all)?.text ?? ''
  expect(new Set(text).size).toBe(255)
})

test.each([
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)],
  ['UTF-8 by its mark, but damaged', Uint8Array.of(0xef, 0xbb, 0xbf, 0x41, 0xff)],
  ['half a UTF-16 character', Uint8Array.of(0xff, 0xfe, 0x41)],
  ['half a pair in UTF-16', Uint8Array.of(0xff, 0xfe, 0x3d, 0xd8)],
])('%s is not decoded', (_name, bytes) => {
  expect(decodeText(bytes)).toBeUndefined()
})
