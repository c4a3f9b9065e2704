import { expect, test } from 'vitest'
import { hasHiddenCharacters, isBlank, withLineBreaks } from './visible-text.ts'

test('characters that hide or reorder others are found in a name', () => {
  const codes = [0x00, 0x0a, 0x1b, 0x7f, 0x85, 0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e]
  for (const code of [...codes, 0x2028, 0x2029, 0x2066, 0x2067, 0x2068, 0x2069, 0xd83d])
    expect(hasHiddenCharacters(`Ana${String.fromCharCode(code)}moc`), code.toString(16)).toBe(true)
  for (const name of ['Ana', 'José', 'Zoë O’Neil', '李', 'علي', 'نی\u200cما', '👩‍👩‍👧'])
    expect(hasHiddenCharacters(name), name).toBe(false)
})

test.each([
  ['', true],
  [' \n\t\r ', true],
  ['\u00a0\u2003\u3000\ufeff', true],
  ['\u200b\u200e\u2067\u0000', true],
  ['.', false],
  ['💔', false],
  ['\u200fم', false],
  ['\ud83d', false],
])('the text %j is blank: %s', (text, blank) => {
  expect(isBlank(text)).toBe(blank)
})

test('every line ending of Unicode becomes a line break', () => {
  expect(withLineBreaks('a\r\nb\rc\vd\fe\u0085f\u2028g\u2029h\ti')).toBe('a\nb\nc\nd\ne\nf\ng\nh\ti')
})
