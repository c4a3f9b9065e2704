import { expect, test } from 'vitest'
import {
  formatRecoveryCode,
  recoveryAlphabet,
  recoveryCodeOf,
  recoveryLength,
  relyingParty,
  totpCodeOf,
} from './factors.rules.ts'

test('a recovery code has at least 50 bits and no lookalike characters', () => {
  expect(recoveryLength * Math.log2(new Set(recoveryAlphabet).size)).toBeGreaterThan(50)
  expect(recoveryAlphabet).not.toMatch(/[01ilo]/)
})

test('a recovery code is formatted in groups of four', () => {
  expect(formatRecoveryCode('k7f39q2mx8ht')).toBe('k7f3-9q2m-x8ht')
})

test.each(['k7f3-9q2m-x8ht', 'K7F3-9Q2M-X8HT', ' k7f3 9q2m x8ht\n', 'k7f39q2mx8ht', 'k7f3–9q2m—x8ht'])(
  '%j is read as a recovery code',
  (input) => {
    expect(recoveryCodeOf(input)).toBe('k7f39q2mx8ht')
  },
)

test.each(['', 'k7f3-9q2m', 'k7f3-9q2m-x8ht-x8ht', 'k7f3-9q2m-x8h0', 'k7f3_9q2m_x8ht', '123 456'])(
  '%j is rejected as a recovery code',
  (input) => {
    expect(recoveryCodeOf(input)).toBeUndefined()
  },
)

test.each(['123456', '123 456', ' 1 2 3 4 5 6 ', '123 456'])('%j is read as a six-digit code', (input) => {
  expect(totpCodeOf(input)).toBe('123456')
})

test.each(['', '12345', '1234567', '12345a', '-12345', '١٢٣٤٥٦', '1e5000'])(
  '%j is rejected as a six-digit code',
  (input) => {
    expect(totpCodeOf(input)).toBeUndefined()
  },
)

test('the relying party ID is the host of the public URL, without its port', () => {
  expect(relyingParty('https://unfog.example')).toEqual({
    id: 'unfog.example',
    origin: 'https://unfog.example',
  })
  expect(relyingParty('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
})
