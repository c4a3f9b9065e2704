import { readDocument } from '../../src/domains/connections/document/document.rules.ts'
import { lockKeys } from '../../src/domains/connections/keyring/envelope.rules.ts'
import {
  createKeyring,
  newJournalKey,
  unwrapSlot,
  verifySeal,
} from '../../src/domains/connections/keyring/keyring.rules.ts'
import { newKit } from '../../src/domains/connections/keyring/kit.rules.ts'
import type { JournalLocks, Keyring, LockRow } from '../../src/domains/connections/lock/lock.contract.ts'
import { planMoves } from '../../src/domains/connections/move-rows/move-plan.rules.ts'
import { moveRows } from '../../src/domains/connections/move-rows/move-rows.client.ts'
import { readRow, rowKey } from '../../src/domains/connections/move-rows/move-rows.rules.ts'
import type { OpenLock } from '../../src/domains/connections/open-lock/open-locks.client.ts'
import { apiFetch } from '../../src/platform/api-client.ts'
import { cheapKdf, derivePhrase } from './derive-phrase.ts'

/** What a person knows by heart, and has on paper. No device stores it. */
export type Secrets = { phrase: string; entropy: Uint8Array<ArrayBuffer> }

let phrases = 0
export const newSecrets = (): Secrets => ({
  phrase: `umbrella granite whistle ${phrases++}`,
  entropy: newKit().entropy,
})

/** A keyring that opens by both. */
export async function makeKeyring(user_id: string, { phrase, entropy }: Secrets) {
  const journalKey = newJournalKey()
  const owner = { user_id, lock_id: crypto.randomUUID() }
  const slots = [
    { kind: 'phrase', phrase, kdf: cheapKdf },
    { kind: 'kit', entropy },
  ] as const
  return { keyring: await createKeyring(owner, journalKey, slots, derivePhrase), journalKey }
}

/** Opens a keyring as the server returns it. @throws when none of the secrets opens it in this way */
export async function openKeyring(keyring: Keyring, by: 'phrase' | 'kit', secrets: readonly Secrets[]) {
  const slot = keyring.slots.find(({ kind }) => kind === by)
  for (const { phrase, entropy } of secrets) {
    if (!slot) break
    const secret = slot.kind === 'phrase' ? await derivePhrase(phrase, slot) : entropy
    const journalKey = await unwrapSlot(keyring, slot, secret).catch(() => undefined)
    if (!journalKey) continue
    await verifySeal(keyring, journalKey)
    return journalKey
  }
  throw new Error(`lock ${keyring.lock_id} does not open by ${by}`)
}

export const readLocks = () => apiFetch<JournalLocks>('/journal-lock')

/** Opens all locks of a person with what they know alone. */
async function openAll(locks: JournalLocks, by: 'phrase' | 'kit', secrets: readonly Secrets[]) {
  const open = new Map<string, OpenLock>()
  for (const { keyring } of locks.locks) {
    const { lock_id, user_id, generation } = keyring
    const keys = await lockKeys(await openKeyring(keyring, by, secrets), lock_id)
    open.set(lock_id, { lock_id, user_id, generation, ...keys })
  }
  return open
}

/** Goes on with what is unfinished, as the page of the lock does, on a device that has only these secrets. */
export async function goOn(
  by: 'phrase' | 'kit',
  secrets: readonly Secrets[],
  signal = new AbortController().signal,
): Promise<void> {
  const locks = await readLocks()
  const open = await openAll(locks, by, secrets)
  for (const job of planMoves(locks).jobs) for await (const _ of moveRows(job, open, signal));
}

/** What a row says, without what the server writes in its own way. */
export type RowText = { content: string; details: string; created_at: unknown; updated_at: unknown }

/**
 * Reads and opens all of a person's rows, wherever they are.
 *
 * @returns what they say, by table, id and revision
 * @throws when one does not open, or is there twice
 */
export async function readAll(
  by: 'phrase' | 'kit',
  secrets: readonly Secrets[],
): Promise<Map<string, RowText>> {
  const locks = await readLocks()
  const open = await openAll(locks, by, secrets)
  const texts = new Map<string, RowText>()
  for (const from of [null, ...locks.locks.map(({ id }) => id)]) {
    const rows = await listRows(from)
    const count = from === null ? locks.plain : locks.locks.find(({ id }) => id === from)?.rows
    if (rows.length !== count) throw new Error(`${rows.length} of ${count} rows are listed`)
    for (const row of rows) {
      const key = rowKey(row)
      if (texts.has(key)) throw new Error(`${key} is there twice`)
      const text = await readRow(row, from === null ? null : (open.get(from) ?? null))
      const { content, linked_term_ids, happened, tags, record } = readDocument(text)
      const { created_at, updated_at } = JSON.parse(text)
      const details = JSON.stringify([linked_term_ids, happened, tags, record])
      texts.set(key, { content, details, created_at, updated_at })
    }
  }
  return new Map([...texts].sort(([one], [other]) => (one < other ? -1 : 1)))
}

async function listRows(from: string | null): Promise<LockRow[]> {
  const listed: LockRow[] = []
  let after: string | null = null
  do {
    const query = new URLSearchParams({ from: from ?? 'none', ...(after && { after }) })
    const page: { rows: LockRow[]; next: string | null } = await apiFetch(`/journal-lock/rows?${query}`)
    listed.push(...page.rows)
    after = page.next
  } while (after)
  return listed
}
