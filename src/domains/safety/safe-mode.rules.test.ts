import { expect, test } from 'vitest'
import { maskedUrl, toAppPath } from './safe-mode.rules.ts'

test.each(['/', '/glossary?search=a', '/dashboard/connections'])(
  '%s is kept, because it is a page of this site',
  (path) => {
    expect(toAppPath(path)).toBe(path)
  },
)

test.each([
  ...[
    '//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\\evil.example',
    'https://evil.example/',
  ],
  ...['/api/terms', '/leave', `/${'a'.repeat(2_000)}`],
])('%s is replaced by the address of the start page', (path) => {
  expect(toAppPath(path)).toBe(maskedUrl)
})
