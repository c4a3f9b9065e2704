import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashToken, masterKey, randomToken, seal, unseal } from './crypto.server.ts'

const key = randomBytes(32)
const here = ['factors', '1', 'secret']

test('a sealed text can be opened, and sealing twice gives different results', () => {
  const [one, other] = [seal(key, 'JBSW ü 🔑', here), seal(key, 'JBSW ü 🔑', here)]
  expect(unseal(key, one, here)).toBe('JBSW ü 🔑')
  expect(one.equals(other)).toBe(false)
  expect(one.includes('JBSW')).toBe(false)
})

test.each([
  ['another row', ['factors', '2', 'secret']],
  ['names that run together alike', ['factors', '1secret']],
  ['nowhere', []],
])('a sealed text cannot be opened in another context: %s', (_where, context) => {
  expect(() => unseal(key, seal(key, 'secret', here), context)).toThrow()
})

test('a sealed text cannot be opened with a changed byte, a missing end or another key', () => {
  const sealed = seal(key, 'secret', here)
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(() => unseal(key, changed, here)).toThrow()
  }
  expect(() => unseal(key, sealed.subarray(0, -1), here)).toThrow()
  expect(() => unseal(key, Buffer.alloc(3), here)).toThrow()
  expect(() => unseal(randomBytes(32), sealed, here)).toThrow()
})

test('a master key is identified by its fingerprint, which is not the key', () => {
  const [one, same, other] = [masterKey(key), masterKey(Buffer.from(key)), masterKey(randomBytes(32))]
  expect(one.fingerprint.equals(same.fingerprint)).toBe(true)
  expect(one.id).not.toBe(other.id)
  expect(one.fingerprint.equals(key)).toBe(false)
  expect(() => masterKey(randomBytes(31))).toThrow('32 bytes')
})

test('tokens have 256 bits and are unique', () => {
  const tokens = new Set(Array.from({ length: 1000 }, randomToken))
  expect(tokens.size).toBe(1000)
  expect([...tokens].every((token) => /^[\w-]{43}$/.test(token))).toBe(true)
  expect(hashToken('a').equals(hashToken('b'))).toBe(false)
})
