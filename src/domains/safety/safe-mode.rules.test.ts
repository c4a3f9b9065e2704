import { expect, test } from 'vitest'
import { maskedUrl, toAppPath } from './safe-mode.rules.ts'

test.each(['/', '/glossary?search=a', '/dashboard/connections'])('%s is one of our pages', (path) => {
  expect(toAppPath(path)).toBe(path)
})

test.each([
  ...[
    '//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\\evil.example',
    'https://evil.example/',
  ],
  ...['/api/terms', '/leave', `/${'a'.repeat(2_000)}`],
])('%s leads to the start page, and never to another site', (path) => {
  expect(toAppPath(path)).toBe(maskedUrl)
})
