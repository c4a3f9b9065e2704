import { expect, test } from 'vitest'
import { checkPassword, hashPassword } from './password-hashing.server.ts'

test('a password is compared in a normalized form, so composed and decomposed accents match', async () => {
  const held = await hashPassword('caf\u00e9 au lait, please')
  expect(held).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await checkPassword('cafe\u0301 au lait, please', held)).toBe(true)
  expect(await checkPassword('cafe au lait, please', held)).toBe(false)
  expect(await hashPassword('caf\u00e9 au lait, please')).not.toBe(held)
})

test('every password is rejected for an account without a password', async () => {
  expect(await checkPassword('nobody has this password', undefined)).toBe(false)
  expect(await checkPassword('', null)).toBe(false)
})

test('many checks at the same time all finish', async () => {
  const held = await hashPassword('one of many')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) => checkPassword(place % 2 ? 'one of many' : 'another', held)),
  )
  expect(answers.filter(Boolean)).toHaveLength(6)
})
