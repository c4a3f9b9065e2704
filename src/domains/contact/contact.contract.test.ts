import { expect, test } from 'vitest'
import { contactMessageSchema } from './contact.contract.ts'

const valid = {
  name: 'Ana',
  email: 'ana@example.org',
  helpType: 'technical-issues',
  message: 'Ten signs.',
  confirmation: true,
}
const errorsOf = (input: object) => {
  const { error } = contactMessageSchema.safeParse({ ...valid, ...input })
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

// Verbatim from specification point 5, "Contact form".
const email = 'Please enter a valid email address.'
const helpType = 'Please select how we can help you.'
const message = 'Please enter a message of at least 10 characters.'
const confirmation = 'You must confirm this is not a crisis support form.'

test('each required field has its own message', () => {
  const { error } = contactMessageSchema.safeParse({})
  const errors = error?.issues.map(({ path, message }) => [path[0], message])
  expect(Object.fromEntries(errors ?? [])).toEqual({ email, helpType, message, confirmation })
})

test.each([
  '',
  ' ',
  'ana',
  'ana@',
  '@example.org',
  'ana@example',
  'a@b.org, c@d.org',
  'a@b.org\r\nBcc: c@d.org',
])('%j is rejected as an email address', (value) => expect(errorsOf({ email: value })).toEqual({ email }))
test.each(['ana\0@example.org', 'Ana <ana@example.org>', `${'a'.repeat(250)}@b.org`, 7, null, ['a@b.org']])(
  '%j is rejected as an email address too',
  (value) => expect(errorsOf({ email: value })).toEqual({ email }),
)
test.each(['', 'general', 'toString', null, 1, ['partnership']])(
  '%j is rejected as a kind of help',
  (value) => expect(errorsOf({ helpType: value })).toEqual({ helpType }),
)
test.each(['general-feedback', 'questions-about-unfog', 'technical-issues', 'press-media', 'partnership'])(
  '%s is accepted as a kind of help',
  (value) => expect(errorsOf({ helpType: value })).toEqual({}),
)

test.each(['', 'Nine sign', `${' '.repeat(20)}short${'\n'.repeat(20)}`, '\0'.repeat(20), null, {}])(
  'the message %j is rejected as too short',
  (value) => expect(errorsOf({ message: value })).toEqual({ message }),
)
test('a message can have 10 to 10,000 characters, with CRLF counted as one', () => {
  expect(errorsOf({ message: 'a'.repeat(10) })).toEqual({})
  expect(errorsOf({ message: 'a\r\n'.repeat(5_000) })).toEqual({})
  expect(errorsOf({ message: 'a'.repeat(10_001) }).message).toContain('at most 10,000 characters')
})

test.each([false, 'on', undefined])('%j is rejected as a confirmation', (value) =>
  expect(errorsOf({ confirmation: value })).toEqual({ confirmation }),
)

test('a message of only invisible characters is rejected', () => {
  expect(errorsOf({ message: '\u200b\u2060\ufeff'.repeat(9) })).toEqual({ message })
})

test('a name is optional, and is joined into one line', () => {
  const nameOf = (name: unknown) => contactMessageSchema.parse({ ...valid, name }).name
  expect(nameOf(undefined)).toBe('')
  expect(nameOf('  ')).toBe('')
  expect(nameOf('Ana\r\nBcc: all@example.org')).toBe('Ana Bcc: all@example.org')
  expect(errorsOf({ name: 'a'.repeat(101) })).toEqual({ name: 'Please use at most 100 characters.' })
  expect(errorsOf({ name: {} })).toHaveProperty('name')
})

test('control characters are removed from a message', () => {
  const parsed = contactMessageSchema.parse({
    ...valid,
    message: 'One\r\ntwo\rthree\0 \u001b[31mred\u0007 \ud800 \ttab 😀',
  })
  expect(parsed.message).toBe('One\ntwo\nthree [31mred \ufffd \ttab 😀')
})
