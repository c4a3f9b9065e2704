/**
 * Reads a locked journal without Unfog: `node scripts/read-locked-journal.ts data.json > journal.json`, then type the lock phrase or the 24
 * words of the kit, and end with Ctrl+D. It follows docs/decisions/042 and shares no code with the browser.
 *
 * `data.json` is from "Download My Data". The result has the same members, opened. What does not open stays as it is and is named.
 */
import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hashRaw } from '@node-rs/argon2'
import { wordlist } from '@scure/bip39/wordlists/english.js'

type Slot = {
  id: string
  kind: string
  salt: string
  wrapped: string
  kdf?: { memory_kib: number; passes: number; lanes: number }
}
type Keyring = { lock_id: string; user_id: string; generation: number; slots: Slot[]; seal: string }
type Row = {
  /** Of what was set aside. */
  table?: string
  id: string
  revision: number
  writer?: string
  sequence?: number
  locked?: { lock_id: string; data: string } | null
}
type OpenLock = { keyring: Keyring; contentKey: Buffer }

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')
const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const deriveKey = (secret: Buffer, salt: Buffer, info: string) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32))

/** Nonce, ciphertext and tag of AES-256-GCM. */
function decrypt(key: Buffer, bytes: Buffer, associated: unknown[]): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(JSON.stringify(associated)))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
}

/** BIP39: 11 bits a word; the last 8 bits are the first of the SHA-256. Undefined if it is no kit. */
function kitEntropy(typed: string): Buffer | undefined {
  const numbers = (typed.toLowerCase().match(/[a-z]+/g) ?? []).map((word) =>
    wordlist.findIndex((each) => each === word || (word.length >= 4 && each.startsWith(word))),
  )
  if (numbers.length !== 24 || numbers.includes(-1)) return undefined
  const bits = numbers.map((number) => number.toString(2).padStart(11, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const entropy = bytes.subarray(0, 32)
  return createHash('sha256').update(entropy).digest()[0] === bytes[32] ? entropy : undefined
}

async function secretFor(slot: Slot, typed: string): Promise<Buffer | undefined> {
  if (slot.kind === 'kit') return kitEntropy(typed)
  if (slot.kind !== 'phrase' || !slot.kdf) return undefined
  const { memory_kib: memoryCost, passes: timeCost, lanes: parallelism } = slot.kdf
  const phrase = typed.normalize('NFKC').trim().replace(/\s+/g, ' ')
  // 2 is Argon2id.
  return hashRaw(phrase, {
    salt: bytesOf(slot.salt),
    memoryCost,
    timeCost,
    parallelism,
    outputLen: 32,
    algorithm: 2,
  })
}

/** @returns undefined if the secret opens no slot. @throws Error if the keyring was changed by someone who could not open it */
async function openKeyring(keyring: Keyring, typed: string): Promise<OpenLock | undefined> {
  const { lock_id, user_id, generation, slots, seal } = keyring
  for (const slot of slots) {
    const secret = await secretFor(slot, typed)
    if (!secret) continue
    let journalKey: Buffer
    try {
      const wrappingKey = deriveKey(secret, bytesOf(slot.salt), `unfog keyring ${slot.kind} v1`)
      const associated = ['unfog keyring', 1, lock_id, user_id, slot.id, slot.kind]
      journalKey = decrypt(wrappingKey, bytesOf(slot.wrapped), associated)
    } catch {
      continue
    }
    const list = slots.map(({ id, kind, salt, wrapped }) => [id, kind, salt, wrapped])
    const sealed = JSON.stringify(['unfog keyring seal', 1, lock_id, user_id, generation, list])
    const sealKey = deriveKey(journalKey, uuidBytes(lock_id), 'unfog keyring seal v1')
    const expected = createHmac('sha256', sealKey).update(sealed).digest()
    const actual = bytesOf(seal)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
      throw new Error(`The keyring of lock ${lock_id} was changed by someone who could not open it.`)
    return { keyring, contentKey: deriveKey(journalKey, uuidBytes(lock_id), 'unfog journal content v1') }
  }
  return undefined
}

/** @throws Error when it does not open */
function openRow(row: Row, kind: 'entry' | 'draft', locks: Map<string, OpenLock>): Row {
  if (!row.locked) return row
  const lock = locks.get(row.locked.lock_id)
  if (!lock) throw new Error('its lock is not open')
  const envelope = bytesOf(row.locked.data)
  if (envelope[0] !== 1) throw new Error('a newer version wrote it')
  const generation = envelope.readUInt32BE(1)
  if (generation > lock.keyring.generation)
    console.error(`${kind} ${row.id}: it is newer than the keyring, which someone may have put back`)
  const place = kind === 'entry' ? [row.id, row.revision] : [row.id, row.writer, row.sequence]
  const { lock_id, user_id } = lock.keyring
  const associated = ['unfog journal', 1, lock_id, generation, user_id, kind, ...place]
  const text = decrypt(lock.contentKey, envelope.subarray(5), associated).toString('utf8')
  const { locked: _, ...others } = row
  return { ...others, ...JSON.parse(text) }
}

const archive = JSON.parse(readFileSync(process.argv[2] ?? 'data.json', 'utf8'))
if (process.stdin.isTTY)
  console.error('Type the lock phrase or the 24 words of the kit, then Enter and Ctrl+D:')
const typed = readFileSync(0, 'utf8')
const locks = new Map<string, OpenLock>()
for (const { keyring } of archive.journal_locks ?? []) {
  const lock = await openKeyring(keyring, typed).catch((thrown) => console.error(thrown.message))
  if (lock) locks.set(keyring.lock_id, lock)
  else console.error(`Lock ${keyring.lock_id} does not open with this.`)
}
const lists = ['connections', 'connection_versions', 'deleted_connections', 'drafts', 'set_aside']
for (const name of lists.filter((each) => each in archive)) {
  archive[name] = archive[name].map((row: Row) => {
    try {
      return openRow(row, name === 'drafts' || row.table === 'journal_drafts' ? 'draft' : 'entry', locks)
    } catch (thrown) {
      console.error(`${name} ${row.id}: it does not open (${(thrown as Error).message})`)
      process.exitCode = 1
      return row
    }
  })
}
process.stdout.write(`${JSON.stringify(archive, null, 2)}\n`)
