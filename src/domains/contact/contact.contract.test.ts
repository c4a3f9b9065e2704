import { expect, test } from 'vitest'
import { contactMessageSchema } from './contact.contract.ts'

const fine = {
  name: 'Ana',
  email: 'ana@example.org',
  helpType: 'technical-issues',
  message: 'Ten signs.',
  confirmation: true,
}
const wrong = (given: object) => {
  const { error } = contactMessageSchema.safeParse({ ...fine, ...given })
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

// Specification point 5, "Contact form", to the letter.
const email = 'Please enter a valid email address.'
const helpType = 'Please select how we can help you.'
const message = 'Please enter a message of at least 10 characters.'
const confirmation = 'You must confirm this is not a crisis support form.'

test('every field that is needed has its own sentence', () => {
  const { error } = contactMessageSchema.safeParse({})
  const said = error?.issues.map(({ path, message }) => [path[0], message])
  expect(Object.fromEntries(said ?? [])).toEqual({ email, helpType, message, confirmation })
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
])('%j is no address', (given) => expect(wrong({ email: given })).toEqual({ email }))
test.each(['ana\0@example.org', 'Ana <ana@example.org>', `${'a'.repeat(250)}@b.org`, 7, null, ['a@b.org']])(
  'nor is %j',
  (given) => expect(wrong({ email: given })).toEqual({ email }),
)
test.each(['', 'general', 'toString', null, 1, ['partnership']])('%j is nothing to choose', (given) =>
  expect(wrong({ helpType: given })).toEqual({ helpType }),
)
test.each(['general-feedback', 'questions-about-unfog', 'technical-issues', 'press-media', 'partnership'])(
  '%s can be chosen',
  (given) => expect(wrong({ helpType: given })).toEqual({}),
)

test.each(['', 'Nine sign', `${' '.repeat(20)}short${'\n'.repeat(20)}`, '\0'.repeat(20), null, {}])(
  '%j is too short',
  (given) => expect(wrong({ message: given })).toEqual({ message }),
)
test('ten characters are enough, ten thousand the most, however a browser breaks its lines', () => {
  expect(wrong({ message: 'a'.repeat(10) })).toEqual({})
  expect(wrong({ message: 'a\r\n'.repeat(5_000) })).toEqual({})
  expect(wrong({ message: 'a'.repeat(10_001) }).message).toContain('at most 10,000 characters')
})

test.each([false, 'on', undefined])('%j is no confirmation', (given) =>
  expect(wrong({ confirmation: given })).toEqual({ confirmation }),
)

test('what nobody can see is no message', () => {
  expect(wrong({ message: '\u200b\u2060\ufeff'.repeat(9) })).toEqual({ message })
})

test('a name may be left out, and is one line', () => {
  const nameOf = (name: unknown) => contactMessageSchema.parse({ ...fine, name }).name
  expect(nameOf(undefined)).toBe('')
  expect(nameOf('  ')).toBe('')
  expect(nameOf('Ana\r\nBcc: all@example.org')).toBe('Ana Bcc: all@example.org')
  expect(wrong({ name: 'a'.repeat(101) })).toEqual({ name: 'Please use at most 100 characters.' })
  expect(wrong({ name: {} })).toHaveProperty('name')
})

test('no sign is kept that does something', () => {
  const kept = contactMessageSchema.parse({
    ...fine,
    message: 'One\r\ntwo\rthree\0 \u001b[31mred\u0007 \ud800 \ttab 😀',
  })
  expect(kept.message).toBe('One\ntwo\nthree [31mred \ufffd \ttab 😀')
})
