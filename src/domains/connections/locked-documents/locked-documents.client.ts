import { serverTime } from '../../../platform/api-client.ts'
import { type EntryDocument, writeDocument } from '../document/document.rules.ts'
import { entryTypeOf } from '../entries.rules.ts'
import { fromBase64, toBase64 } from '../keyring/bytes.rules.ts'
import { type EnvelopePlace, openEnvelope, sealEnvelope } from '../keyring/envelope.rules.ts'
import type { Locked } from '../lock/lock.contract.ts'
import { type OpenLock, onLocksChange, openLocks } from '../open-lock/open-locks.client.ts'
import { checkGeneration } from '../open-lock/rollback.client.ts'
import { readLockedDocument, type Unknown, unknownFieldsOf } from './locked-document.rules.ts'
import { forgetTermNames, type LinkedTerm, readTermNames } from './term-names.client.ts'

export { readTermNames } from './term-names.client.ts'

/** `updated_at` is now by default. */
export type EntryPlace = { id: string; revision: number; created_at: string; updated_at?: string }
export type DraftPlace = {
  id: string
  writer: string
  sequence: number
  entry_revision: number | null
  created_at?: string | undefined
}

/** An object of an answer that has an envelope. */
type LockedRow = Record<string, unknown> & { id: string; locked: Locked }

/** How long opening may block the page (milliseconds). */
const sliceMs = 8
/** How many open at a time. */
const batch = 25

/** Fields of a newer version, by their row: they survive a change. In memory only. */
const unknownFields = new Map<string, Unknown>()
const keyOf = (id: string, revision: unknown) => `${id} ${revision}`
onLocksChange(() => {
  if (openLocks().size > 0) return
  unknownFields.clear()
  forgetTermNames()
})

/** As `openDocuments` of open-documents.client.ts. */
export async function openDocuments<Value>(value: Value): Promise<Value> {
  // Always, so that the request does not tell whether a term is linked.
  const names = hasLocked(value) ? await readTermNames() : new Map()
  const turn = { until: performance.now() + sliceMs }
  return (await openValue(value, names, turn)) as Value
}

const hasLocked = (value: unknown): boolean =>
  isPlain(value)
    ? isLockedRow(value) || Object.values(value).some(hasLocked)
    : isArray(value) && value.some(hasLocked)

const isArray = (value: unknown): value is unknown[] => Array.isArray(value)
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

function isLockedRow(value: Record<string, unknown>): value is LockedRow {
  const { id, locked } = value
  return (
    typeof id === 'string' &&
    isPlain(locked) &&
    typeof locked.lock_id === 'string' &&
    typeof locked.data === 'string'
  )
}

type Names = ReadonlyMap<string, LinkedTerm>
type Turn = { until: number }

/** Returns the same object where nothing is locked in it. */
async function openValue(value: unknown, names: Names, turn: Turn): Promise<unknown> {
  if (isArray(value)) {
    const opened = await openEach(value, names, turn)
    return opened.some((each, index) => each !== value[index]) ? opened : value
  }
  if (!isPlain(value)) return value
  if (isLockedRow(value)) return openRow(value, names)
  const keys = Object.keys(value)
  const opened = await openEach(Object.values(value), names, turn)
  if (!opened.some((each, index) => each !== value[keys[index] ?? ''])) return value
  return Object.fromEntries(keys.map((key, index) => [key, opened[index]]))
}

async function openEach(values: readonly unknown[], names: Names, turn: Turn): Promise<unknown[]> {
  const opened: unknown[] = []
  for (let from = 0; from < values.length; from += batch) {
    const pending: Promise<unknown>[] = []
    for (const value of values.slice(from, from + batch)) {
      if (performance.now() > turn.until) {
        await new Promise((resolve) => setTimeout(resolve))
        turn.until = performance.now() + sliceMs
      }
      pending.push(openValue(value, names, turn))
    }
    opened.push(...(await Promise.all(pending)))
  }
  return opened
}

async function openRow(row: LockedRow, names: Names): Promise<Record<string, unknown>> {
  const lock = openLocks().get(row.locked.lock_id)
  if (!lock) return row
  try {
    const envelope = fromBase64(row.locked.data)
    const { json, generation } = await openEnvelope(lock.contentKey, envelope, placeOf(row, lock))
    // Nothing waits for it.
    checkGeneration(lock, generation)
    const stored = readLockedDocument(json)
    remember(row, unknownFieldsOf(json))
    const { locked: _, ...rest } = row
    return { ...rest, ...fieldsOf(stored, row, names) }
  } catch {
    // Not logged: the message of a parser quotes the text.
    return row
  }
}

function placeOf({ id, revision, writer, sequence }: LockedRow, lock: OpenLock): EnvelopePlace {
  const { lock_id, user_id } = lock
  if (typeof writer === 'string' && typeof sequence === 'number')
    return { lock_id, user_id, kind: 'draft', id, writer, sequence }
  return { lock_id, user_id, kind: 'entry', id, revision: Number(revision) }
}

/** What the server would have shown. A version has neither a type nor a first time. */
function fieldsOf(stored: ReturnType<typeof readLockedDocument>, row: LockedRow, names: Names) {
  const { content, linked_term_ids, happened, tags, record, ...place } = stored
  const terms = linked_term_ids.flatMap((id) => names.get(id) ?? [])
  const [linked_term_id = null] = linked_term_ids
  return {
    ...{ content, linked_term_ids, linked_term_id, happened, tags, record, terms },
    term: terms.find(({ id }) => id === linked_term_id) ?? null,
    ...('entry_type' in row && { entry_type: entryTypeOf(linked_term_ids) }),
    ...('created_at' in row && place.created_at && { created_at: place.created_at }),
    ...('updated_at' in row && place.updated_at && { updated_at: place.updated_at }),
    ...('writer' in row && { entry_revision: place.entry_revision }),
  }
}

function remember({ id, revision, writer }: LockedRow, fields: Unknown | undefined) {
  const key = keyOf(id, typeof writer === 'string' ? 'draft' : revision)
  if (fields) unknownFields.set(key, fields)
  else unknownFields.delete(key)
}

/** An envelope for the next revision of a Connection. */
export function sealEntry(lock: OpenLock, document: EntryDocument, place: EntryPlace): Promise<Locked> {
  const { id, revision, created_at, updated_at = serverTime().toISOString() } = place
  const fields = unknownFields.get(keyOf(id, revision - 1)) ?? unknownFields.get(keyOf(id, 'draft'))
  const times = { created_at, updated_at }
  return seal(lock, { ...fields, ...known(document), ...times }, { kind: 'entry', id, revision })
}

/** An envelope for a draft. */
export function sealDraft(lock: OpenLock, document: EntryDocument, place: DraftPlace): Promise<Locked> {
  const { id, writer, sequence, entry_revision } = place
  const fields = unknownFields.get(keyOf(id, 'draft')) ?? unknownFields.get(keyOf(id, entry_revision))
  const now = serverTime().toISOString()
  const origin = { entry_revision, writer, sequence, created_at: place.created_at ?? now, updated_at: now }
  return seal(lock, { ...fields, ...known(document), ...origin }, { kind: 'draft', id, writer, sequence })
}

type RowPlace =
  | { kind: 'entry'; id: string; revision: number }
  | { kind: 'draft'; id: string; writer: string; sequence: number }

async function seal(lock: OpenLock, document: EntryDocument, row: RowPlace): Promise<Locked> {
  const { lock_id, user_id, contentKey, generation } = lock
  const place = { lock_id, user_id, ...row }
  return {
    lock_id,
    data: toBase64(await sealEnvelope(contentKey, writeDocument(document), place, generation)),
  }
}

/** A request may have more members. */
const known = ({ content, linked_term_ids, happened, tags, record }: EntryDocument): EntryDocument => ({
  ...{ content, linked_term_ids, happened, tags, record },
})
