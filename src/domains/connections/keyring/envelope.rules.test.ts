import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashRaw } from '@node-rs/argon2'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import fixed from '../../../../test/support/locked-archive.json' with { type: 'json' }
import { fromBase64, toBase64 } from './bytes.rules.ts'
import {
  contentKey,
  type EnvelopePlace,
  isEnvelopeSize,
  openEnvelope,
  paddedSize,
  sealEnvelope,
  uuidBytes,
} from './envelope.rules.ts'
import { createKeyring, newJournalKey } from './keyring.rules.ts'
import { newKit } from './kit.rules.ts'
import { normalizePhrase } from './phrase.client.ts'

const { archive } = fixed
const owner = {
  user_id: '0198c0de-0000-7000-8000-000000000001',
  lock_id: '0198c0de-0000-4000-8000-0000000000a1',
}
const entry: EnvelopePlace = {
  ...owner,
  kind: 'entry',
  id: '0198c0de-0000-7000-8000-000000000101',
  revision: 3,
}
const draft: EnvelopePlace = {
  ...owner,
  kind: 'draft',
  id: entry.id,
  writer: '0198c0de-0000-4000-8000-0000000000b1',
  sequence: 7,
}

const newKey = () => contentKey(newJournalKey(), owner.lock_id)
const surplus = 5 + 12 + 16

describe('The size', () => {
  test.each([
    [0, 1_024],
    [1, 1_024],
    [1_024, 1_024],
    [1_025, 2_048],
    [8_191, 8_192],
    [8_192, 8_192],
    [8_193, 9_216],
    [16_384, 16_384],
    [16_385, 18_432],
    [32_768, 32_768],
    [32_769, 36_864],
    [100_000, 106_496],
    [400_000, 425_984],
  ])('of %i bytes is padded to %i', (bytes, padded) => {
    expect(paddedSize(bytes)).toBe(padded)
    expect(paddedSize(padded)).toBe(padded)
    expect(isEnvelopeSize(padded + surplus)).toBe(true)
    expect(isEnvelopeSize(padded + surplus - 1)).toBe(false)
    expect(isEnvelopeSize(padded + surplus + 1)).toBe(false)
  })

  test('is never smaller, grows by an eighth at most, and is one of few', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), (bytes) => {
        const padded = paddedSize(bytes)
        return padded >= bytes && (bytes <= 8_192 ? padded - bytes < 1_024 : padded - bytes <= bytes / 8)
      }),
    )
    const sizes = new Set(Array.from({ length: 65_536 }, (_, bytes) => paddedSize(bytes)))
    expect(sizes.size).toBe(8 + 3 * 8)
  })

  test.each([0, 1, 32, 33, 100])('%i is none of an envelope', (bytes) => {
    expect(isEnvelopeSize(bytes)).toBe(false)
  })

  test('is that of UTF-8, not of characters', async () => {
    const key = await newKey()
    expect(await sealEnvelope(key, JSON.stringify('ü'.repeat(600)), entry, 1)).toHaveLength(2_048 + surplus)
    expect(await sealEnvelope(key, JSON.stringify('u'.repeat(600)), entry, 1)).toHaveLength(1_024 + surplus)
  })
})

describe('An envelope', () => {
  test.each([
    ['lone surrogates', '\ud800 \udfff a\udc00\ud800'],
    ['characters of four bytes', '\u{1f600}'.repeat(3_000)],
    ['null and control characters', '\u0000\u0001\u2028\ufeff'],
    ['white space at its end', ' text \n\u00a0\u3000 '],
    ['nothing', ''],
    ['text at the limit', 'x'.repeat(100_000)],
  ])('gives back a text with %s', async (_, content) => {
    const key = await newKey()
    for (const place of [entry, draft]) {
      const { json, generation } = await openEnvelope(
        key,
        await sealEnvelope(key, JSON.stringify({ content }), place, 7),
        place,
      )
      expect(JSON.parse(json)).toEqual({ content })
      expect(generation).toBe(7)
    }
  })

  test('gives back any JSON', async () => {
    const key = await newKey()
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 1_000_000 }), async (json, generation) => {
        const compact = JSON.stringify(JSON.parse(json))
        const envelope = await sealEnvelope(key, compact, entry, generation)
        expect(isEnvelopeSize(envelope.length)).toBe(true)
        expect(await openEnvelope(key, envelope, entry)).toEqual({ json: compact, generation })
      }),
    )
  })

  test('of the same text is another one each time', async () => {
    const key = await newKey()
    const envelopes = await Promise.all([1, 2, 3].map(() => sealEnvelope(key, '{}', entry, 1)))
    expect(new Set(envelopes.map((bytes) => toBase64(bytes.subarray(17)))).size).toBe(3)
  })

  test('opens as part of a larger buffer', async () => {
    const key = await newKey()
    const envelope = await sealEnvelope(key, '{"a":1}', entry, 5)
    const buffer = new Uint8Array(envelope.length + 20)
    buffer.set(envelope, 7)
    const part = buffer.subarray(7, 7 + envelope.length)
    expect(await openEnvelope(key, part, entry)).toEqual({ json: '{"a":1}', generation: 5 })
  })

  const other = '0198c0de-0000-7000-8000-0000000001ff'
  const moved: [string, EnvelopePlace][] = [
    ['of another person', { ...entry, user_id: other }],
    ['of another lock', { ...entry, lock_id: other }],
    ['of another Connection', { ...entry, id: other }],
    ['of another revision: replayed', { ...entry, revision: 4 }],
    ['of the revision before', { ...entry, revision: 2 }],
    ['of a draft', draft],
  ]
  test.each(moved)('opens in no place %s', async (_, place) => {
    const key = await newKey()
    const envelope = await sealEnvelope(key, '{}', entry, 1)
    await expect(openEnvelope(key, envelope, place)).rejects.toThrow('it does not open')
  })

  test.each([
    ['writer', { ...draft, writer: other }],
    ['sequence', { ...draft, sequence: 6 }],
    ['id', { ...draft, id: other }],
  ])('of a draft opens with no other %s', async (_, place) => {
    const key = await newKey()
    const envelope = await sealEnvelope(key, '{}', draft, 1)
    await expect(openEnvelope(key, envelope, place)).rejects.toThrow('it does not open')
    await openEnvelope(key, envelope, draft)
  })

  test('opens with no key of another lock, or of another journal key', async () => {
    const journalKey = newJournalKey()
    const envelope = await sealEnvelope(await contentKey(journalKey, owner.lock_id), '{}', entry, 1)
    for (const key of [await contentKey(journalKey, other), await newKey()])
      await expect(openEnvelope(key, envelope, entry)).rejects.toThrow('it does not open')
  })

  test('opens with no bit flipped, under no other generation, and not as another version', async () => {
    const key = await newKey()
    const envelope = await sealEnvelope(key, '{"content":"text"}', entry, 1)
    for (let index = 0; index < envelope.length; index++) {
      const flipped = envelope.slice()
      flipped[index] = (flipped[index] ?? 0) ^ (1 << (index % 8))
      await expect(openEnvelope(key, flipped, entry)).rejects.toThrow(
        index === 0 ? 'a newer version wrote it' : 'it does not open',
      )
    }
  })

  test('opens neither truncated nor extended', async () => {
    const key = await newKey()
    const envelope = await sealEnvelope(key, 'x'.repeat(5_000), entry, 1)
    const sizes = [0, 1, 5, 33, surplus + 1_024, envelope.length - 1_024, envelope.length - 1]
    for (const size of sizes)
      await expect(openEnvelope(key, envelope.slice(0, size), entry)).rejects.toThrow()
    for (const added of [1, 1_024]) {
      const extended = new Uint8Array(envelope.length + added).fill(0x20)
      extended.set(envelope)
      await expect(openEnvelope(key, extended, entry)).rejects.toThrow()
    }
  })
})

describe('The key', () => {
  test('is not extractable, and only encrypts', async () => {
    const key = await newKey()
    expect([key.extractable, key.algorithm, key.usages]).toEqual([
      false,
      { name: 'AES-GCM', length: 256 },
      ['encrypt', 'decrypt'],
    ])
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  test('uses the bytes of the id', () => {
    expect([...uuidBytes('00010203-0405-0607-0809-0a0b0c0d0eff')]).toEqual([
      ...Array.from({ length: 15 }, (_, index) => index),
      255,
    ])
  })
})

describe('The second implementation', () => {
  const expected = {
    connections: ['Third: \u{1f600} \ud800 \u0000 ünïcödé', 'Not locked yet'],
    connection_versions: ['Second'],
    deleted_connections: ['Deleted'],
    drafts: ['Unfinished'],
  }
  type Archive = Record<string, { content: string }[]>
  const contents = (opened: Archive) =>
    Object.fromEntries(
      Object.keys(expected).map((name) => [name, opened[name]?.map(({ content }) => content)]),
    )

  test('has the vectors that this one opens', async () => {
    const key = await contentKey(fromBase64(fixed.journal_key), owner.lock_id)
    const [row] = archive.connections
    const { json, generation } = await openEnvelope(key, fromBase64(row?.locked?.data ?? ''), entry)
    expect(JSON.parse(json)).toMatchObject({ content: expected.connections[0], from_the_future: { a: [1] } })
    expect(generation).toBe(1)
    const unfinished = await openEnvelope(key, fromBase64(archive.drafts[0]?.locked.data ?? ''), {
      ...draft,
      id: archive.drafts[0]?.id ?? '',
    })
    expect(JSON.parse(unfinished.json).content).toBe('Unfinished')
  })

  test.each([
    ['phrase', `  ${fixed.phrase.normalize('NFD').replaceAll(' ', '  ')}\n`],
    ['kit', fixed.kit.toUpperCase().replaceAll(' ', ',\n')],
    ['kit by four letters', fixed.kit.replace(/\b(\w{4})\w*/g, '$1')],
  ])('opens the vectors by %s', async (_, typed) => {
    const { opened, errors, code } = await readArchive(archive, typed)
    expect({ errors, code }).toEqual({ errors: '', code: 0 })
    expect(contents(opened)).toEqual(expected)
    const [first] = opened.connections as unknown as Record<string, unknown>[]
    expect(first).toMatchObject({
      created_at: '2026-11-01T10:11:12.131Z',
      tags: ['sleep'],
      from_the_future: { a: [1] },
    })
    expect(first).not.toHaveProperty('locked')
  })

  test('opens what was sealed just now, and names what does not open', async () => {
    const journalKey = newJournalKey()
    const { words, entropy } = newKit()
    const derive = async (
      phrase: string,
      { salt, kdf }: { salt: string; kdf: { memory_kib: number; passes: number; lanes: number } },
    ) =>
      new Uint8Array(
        await hashRaw(normalizePhrase(phrase), {
          salt: fromBase64(salt),
          memoryCost: kdf.memory_kib,
          timeCost: kdf.passes,
          parallelism: kdf.lanes,
          outputLen: 32,
          algorithm: 2,
        }),
      )
    const keyring = await createKeyring(
      owner,
      journalKey,
      [
        { kind: 'phrase', phrase: 'ａ new  phrase', kdf: { memory_kib: 8_192, passes: 1, lanes: 1 } },
        { kind: 'kit', entropy },
      ],
      derive,
    )
    const key = await contentKey(journalKey, owner.lock_id)
    const seal = async (content: string, place: EnvelopePlace, generation = 1) => ({
      lock_id: owner.lock_id,
      data: toBase64(await sealEnvelope(key, JSON.stringify({ v: 2, content }), place, generation)),
    })
    const row = { id: entry.id, revision: 3, content: null }
    const fresh = {
      ...archive,
      journal_locks: [{ id: owner.lock_id, state: 'locked', keyring }],
      connections: [
        { ...row, locked: await seal('fresh', entry) },
        { ...row, revision: 4, locked: await seal('replayed', entry) },
        { ...row, locked: await seal('newer', entry, 2) },
      ],
      connection_versions: [],
      deleted_connections: [],
      drafts: [{ ...draft, locked: await seal('draft', draft) }],
      set_aside: [
        { ...row, table: 'deleted_entries', locked: await seal('aside', entry) },
        { ...draft, revision: 2, table: 'journal_drafts', locked: await seal('draft aside', draft) },
      ],
    }
    for (const typed of ['a new phrase', words.join(' ')]) {
      const { opened, errors, code } = await readArchive(fresh, typed)
      expect(contents(opened)).toMatchObject({ connections: ['fresh', null, 'newer'], drafts: ['draft'] })
      expect(opened.set_aside?.map(({ content }) => content)).toEqual(['aside', 'draft aside'])
      // It stays as it is.
      expect(opened.connections?.[1]).toEqual(fresh.connections[1])
      expect(errors).toContain(`connections ${entry.id}: it does not open`)
      expect(errors).toContain('newer than the keyring')
      expect(code).toBe(1)
    }
    const wrong = await readArchive(fresh, words.toReversed().join(' '))
    expect(wrong.errors).toContain(`Lock ${owner.lock_id} does not open with this.`)
    expect(wrong.opened.connections).toEqual(fresh.connections)
    expect(wrong.code).toBe(1)
    const mixed = { ...keyring, slots: keyring.slots.slice(1) }
    const swapped = { ...fresh, journal_locks: [{ id: owner.lock_id, keyring: mixed }] }
    expect((await readArchive(swapped, words.join(' '))).errors).toContain('could not open it')
  })

  async function readArchive(data: object, typed: string) {
    const folder = await mkdtemp(join(tmpdir(), 'unfog-archive-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'data.json')
    await writeFile(file, JSON.stringify(data))
    const child = spawn(process.execPath, ['scripts/read-locked-journal.ts', file])
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    child.stdin.end(typed)
    const code = await new Promise((resolve) => child.once('close', resolve))
    return { opened: JSON.parse(output) as Archive, errors, code }
  }
})
