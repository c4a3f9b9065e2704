import { describe, expect, test } from 'vitest'
import { cheapKdf, derivePhrase } from '../../../../test/support/derive-phrase.ts'
import { type Keyring, keyringSchema, type Slot } from '../lock/lock.contract.ts'
import { fromBase64, randomBytes, toBase64 } from './bytes.rules.ts'
import {
  addSlot,
  createKeyring,
  type NewSlot,
  newJournalKey,
  removeSlot,
  replaceSlot,
  unwrapSlot,
  verifySeal,
} from './keyring.rules.ts'
import { newKit } from './kit.rules.ts'
import { normalizePhrase } from './phrase.client.ts'

const owner = {
  user_id: '0198c0de-0000-7000-8000-000000000001',
  lock_id: '0198c0de-0000-4000-8000-0000000000a1',
}
const phrase = 'seven paper boats at noon'

async function threeWays() {
  const journalKey = newJournalKey()
  const { entropy } = newKit()
  const passkey = { credential_id: 'AAEC', label: 'Phone', salt: randomBytes(16), secret: randomBytes(32) }
  const secrets: NewSlot[] = [
    { kind: 'phrase', phrase, kdf: cheapKdf },
    { kind: 'kit', entropy },
    { kind: 'passkey', ...passkey },
  ]
  const keyring = await createKeyring(owner, journalKey, secrets, derivePhrase)
  return { keyring, journalKey, entropy, passkey }
}

const slotOf = <Kind extends Slot['kind']>(keyring: Keyring, kind: Kind) => {
  const slot = keyring.slots.find((each) => each.kind === kind)
  if (!slot) throw new Error(`no ${kind}`)
  return slot as Slot & { kind: Kind }
}

test('each way opens the same key, and the contract takes the keyring', async () => {
  const { keyring, journalKey, entropy, passkey } = await threeWays()
  expect(keyringSchema.parse(JSON.parse(JSON.stringify(keyring)))).toEqual(keyring)
  const slot = slotOf(keyring, 'phrase')
  const secrets = [
    ['phrase', await derivePhrase(phrase, slot)],
    ['kit', entropy],
    ['passkey', passkey.secret],
  ] as const
  for (const [kind, secret] of secrets) {
    const opened = await unwrapSlot(keyring, slotOf(keyring, kind), secret)
    expect(toBase64(opened)).toBe(toBase64(journalKey))
    await verifySeal(keyring, opened)
  }
  expect(slotOf(keyring, 'passkey').salt).toBe(toBase64(passkey.salt))
  expect(JSON.stringify(keyring)).not.toContain(toBase64(journalKey).slice(0, 20))
})

test('keyboards and habits write the same phrase differently', async () => {
  const written = ['Ｓeven  paper\u00a0boats ', ' Seven paper\nboats', 'Seven paper boats']
  expect(new Set(written.map(normalizePhrase))).toEqual(new Set(['Seven paper boats']))
  expect(normalizePhrase('cafe\u0301')).toBe('caf\u00e9')
  expect(normalizePhrase('Seven')).not.toBe(normalizePhrase('seven'))
})

describe('what does not open', () => {
  test('a wrong phrase, another kit, another passkey', async () => {
    const { keyring } = await threeWays()
    const slot = slotOf(keyring, 'phrase')
    await expect(
      unwrapSlot(keyring, slot, await derivePhrase('seven paper boats', slot)),
    ).rejects.toMatchObject({
      reason: 'wrong_phrase',
    })
    for (const kind of ['kit', 'passkey'] as const)
      await expect(unwrapSlot(keyring, slotOf(keyring, kind), randomBytes(32))).rejects.toMatchObject({
        reason: `wrong_${kind}`,
      })
  })

  test.each([
    ['user_id', '0198c0de-0000-7000-8000-000000000002'],
    ['lock_id', '0198c0de-0000-4000-8000-0000000000a2'],
  ])('a slot in the keyring of another %s', async (member, id) => {
    const { keyring, entropy } = await threeWays()
    await expect(
      unwrapSlot({ ...keyring, [member]: id }, slotOf(keyring, 'kit'), entropy),
    ).rejects.toMatchObject({ reason: 'wrong_kit' })
  })

  test('a slot under another id, of another kind, with another salt, or with any bit flipped', async () => {
    const { keyring, entropy } = await threeWays()
    const slot = slotOf(keyring, 'kit')
    const wrapped = fromBase64(slot.wrapped)
    const changed: Slot[] = [
      { ...slot, id: crypto.randomUUID() },
      { ...slot, kind: 'passkey', credential_id: 'AAEC', label: '' },
      { ...slot, salt: toBase64(randomBytes(16)) },
      { ...slot, wrapped: '' },
      { ...slot, wrapped: '****' },
      { ...slot, wrapped: toBase64(wrapped.subarray(0, 59)) },
      ...Array.from(wrapped, (_, index) => {
        const flipped = wrapped.slice()
        flipped[index] = (flipped[index] ?? 0) ^ (1 << (index % 8))
        return { ...slot, wrapped: toBase64(flipped) }
      }),
    ]
    for (const each of changed)
      await expect(unwrapSlot(keyring, each, entropy)).rejects.toMatchObject({
        reason: `wrong_${each.kind}`,
      })
  })
})

describe('the seal', () => {
  test('refuses slots that were removed, exchanged, put in another order or added from outside', async () => {
    const { keyring, journalKey } = await threeWays()
    const { keyring: other } = await threeWays()
    const [first, second, third] = keyring.slots as [Slot, Slot, Slot]
    const mixed: Keyring[] = [
      { ...keyring, slots: [first, second] },
      { ...keyring, slots: [second, first, third] },
      { ...keyring, slots: [first, slotOf(other, 'kit'), third] },
      { ...keyring, slots: [...keyring.slots, slotOf(other, 'kit')] },
      { ...keyring, generation: 2 },
      { ...keyring, generation: 0 },
      { ...keyring, user_id: crypto.randomUUID() },
      { ...keyring, lock_id: crypto.randomUUID() },
      { ...keyring, seal: other.seal },
      { ...keyring, seal: '' },
      { ...keyring, seal: '****' },
    ]
    for (const each of mixed)
      await expect(verifySeal(each, journalKey)).rejects.toMatchObject({ reason: 'mixed' })
    await expect(verifySeal(keyring, newJournalKey())).rejects.toMatchObject({ reason: 'mixed' })
  })

  test('a mixed keyring is never sealed again', async () => {
    const { keyring, journalKey } = await threeWays()
    const mixed = { ...keyring, slots: keyring.slots.slice(1) }
    const { entropy } = newKit()
    const id = mixed.slots[0]?.id ?? ''
    await expect(addSlot(mixed, journalKey, { kind: 'kit', entropy })).rejects.toMatchObject({
      reason: 'mixed',
    })
    await expect(removeSlot(mixed, journalKey, id)).rejects.toMatchObject({ reason: 'mixed' })
    await expect(replaceSlot(mixed, journalKey, { kind: 'kit', entropy })).rejects.toMatchObject({
      reason: 'mixed',
    })
  })
})

describe('changes', () => {
  test('a new kit takes the place of the old one, which then opens nothing', async () => {
    const { keyring, journalKey, entropy } = await threeWays()
    const kit = newKit()
    const changed = await replaceSlot(keyring, journalKey, { kind: 'kit', entropy: kit.entropy })
    expect(changed.generation).toBe(2)
    expect(changed.slots.map(({ kind }) => kind)).toEqual(['phrase', 'passkey', 'kit'])
    await verifySeal(changed, journalKey)
    await unwrapSlot(changed, slotOf(changed, 'kit'), kit.entropy)
    await expect(unwrapSlot(changed, slotOf(changed, 'kit'), entropy)).rejects.toMatchObject({
      reason: 'wrong_kit',
    })
    // Rolled back: the old slot under the new generation.
    const back = { ...changed, slots: keyring.slots }
    await expect(verifySeal(back, journalKey)).rejects.toMatchObject({ reason: 'mixed' })
  })

  test('a phrase is changed, and the other ways stay as they are', async () => {
    const { keyring, journalKey } = await threeWays()
    const changed = await replaceSlot(
      keyring,
      journalKey,
      { kind: 'phrase', phrase: 'another one', kdf: cheapKdf },
      derivePhrase,
    )
    expect(slotOf(changed, 'kit')).toEqual(slotOf(keyring, 'kit'))
    const slot = slotOf(changed, 'phrase')
    await expect(unwrapSlot(changed, slot, await derivePhrase(phrase, slot))).rejects.toMatchObject({
      reason: 'wrong_phrase',
    })
    expect(await unwrapSlot(changed, slot, await derivePhrase('another one', slot))).toEqual(journalKey)
  })

  test('the last way stays, an unknown one is named, and twelve are the most', async () => {
    const journalKey = newJournalKey()
    const { entropy } = newKit()
    let keyring = await createKeyring(owner, journalKey, [{ kind: 'kit', entropy }])
    const id = keyring.slots[0]?.id ?? ''
    await expect(removeSlot(keyring, journalKey, id)).rejects.toMatchObject({ reason: 'last_way' })
    await expect(removeSlot(keyring, journalKey, owner.lock_id)).rejects.toMatchObject({
      reason: 'no_such_way',
    })
    while (keyring.slots.length < 12) keyring = await addSlot(keyring, journalKey, { kind: 'kit', entropy })
    expect(keyring.generation).toBe(12)
    expect(keyringSchema.safeParse(keyring).success).toBe(true)
    await expect(addSlot(keyring, journalKey, { kind: 'kit', entropy })).rejects.toMatchObject({
      reason: 'full',
    })
    expect((await removeSlot(keyring, journalKey, id)).slots).toHaveLength(11)
  })
})
