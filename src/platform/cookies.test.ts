import { expect, test } from 'vitest'
import { readCookie } from './cookies.ts'

test('the cookie with exactly the given name is read', () => {
  expect(readCookie('a=1; __Host-session=right; b=2', '__Host-session')).toBe('right')
  expect(readCookie('__Host-session=a=b==', '__Host-session')).toBe('a=b==')
  expect(readCookie(' \t__Host-session \t= \tright\t ;', '__Host-session')).toBe('right')
  for (const none of [
    undefined,
    null,
    '',
    '__Host-session',
    '__Host-session=',
    'x__Host-session=1',
    '__host-session=1',
  ])
    expect(readCookie(none, '__Host-session')).toBeUndefined()
})

test('a name with other white space around it is a different name', () => {
  // Chromium stores `\xA0__Host-session` for a whole domain and sends the bytes a0 5f 5f.
  for (const space of ['\u00a0', '\u00c2\u00a0', '\ufeff', '\u000b', '\u000c', '\u2003', '\u0085']) {
    expect(readCookie(`${space}__Host-session=wrong; __Host-session=right`, '__Host-session')).toBe('right')
    expect(readCookie(`${space}__Host-session=wrong`, '__Host-session')).toBeUndefined()
    expect(readCookie(`__Host-session${space}=wrong`, '__Host-session')).toBeUndefined()
  }
})

test('a __Host- name that occurs twice counts as absent, because a browser stores only one', () => {
  expect(readCookie('__Host-session=wrong; __Host-session=right', '__Host-session')).toBeUndefined()
  expect(readCookie('__Host-session=; __Host-session=right', '__Host-session')).toBeUndefined()
  expect(readCookie('plain=first; plain=second', 'plain')).toBe('first')
})
