/** One row of a journal, moved from a lock to a lock (docs/decisions/042). It runs in browsers and in Node. */
import { readDocument } from '../document/document.rules.ts'
import { fromBase64, toBase64 } from '../keyring/bytes.rules.ts'
import { type EnvelopePlace, openEnvelope, sealEnvelope } from '../keyring/envelope.rules.ts'
import type { LockRow, MovedRow } from '../lock/lock.contract.ts'
import type { OpenLock } from '../open-lock/open-locks.client.ts'

/** Of one request, well below what the server takes (locks.rules.ts), so that the bar moves often. One long row may be larger. */
export const batchLimits = { rows: 100, bytes: 800_000 } as const

/** Thrown for a row that cannot be moved as it is: it stays untouched. */
export class UnreadableRow extends Error {}

/** A moved row, with the text that its new envelope or document holds. */
export type ConvertedRow = { moved: MovedRow; text: string }

/** Names a row of a listing. */
export const rowKey = ({ table, id, revision }: Pick<LockRow, 'table' | 'id' | 'revision'>): string =>
  `${table}/${id}/${revision}`

/** Names a text wherever it is: an edit makes it a version, and deleting takes it to the trash. Undefined for drafts, which are replaced. */
export const textKey = ({ table, id, revision }: Pick<LockRow, 'table' | 'id' | 'revision'>) =>
  table === 'journal_drafts' ? undefined : `${id}/${revision}`

/**
 * Reads the text of a row: its document as JSON, with the exact times.
 *
 * @param from the open lock of the row; null for the server's key
 * @throws UnreadableRow
 */
export async function readRow(row: LockRow, from: OpenLock | null): Promise<string> {
  if (!from) {
    if (row.document === null || row.locked) throw new UnreadableRow('the server cannot open it')
    const { created_at, updated_at } = row
    return JSON.stringify({ ...parseDocument(row.document), created_at, updated_at })
  }
  if (row.locked?.lock_id !== from.lock_id) throw new UnreadableRow('it belongs to another lock')
  try {
    const envelope = fromBase64(row.locked.data)
    const { json } = await openEnvelope(from.contentKey, envelope, placeOf(row, from))
    parseDocument(json)
    return json
  } catch (cause) {
    throw new UnreadableRow('it does not open', { cause })
  }
}

/**
 * Encrypts a row for its new lock, and opens the envelope again to compare it before it is sent.
 *
 * @param to the open lock it moves to; null for the server's key
 * @throws UnreadableRow
 */
export async function convertRow(
  row: LockRow,
  from: OpenLock | null,
  to: OpenLock | null,
): Promise<ConvertedRow> {
  const text = await readRow(row, from)
  const { table, id, revision } = row
  if (!to) {
    const { created_at, updated_at, ...document } = parseDocument(text)
    const times = {
      created_at: isTime(created_at) ? created_at : row.created_at,
      updated_at: isTime(updated_at) ? updated_at : row.updated_at,
    }
    return { moved: { table, id, revision, document: JSON.stringify(document), ...times }, text }
  }
  const draft = table === 'journal_drafts' ? { writer: crypto.randomUUID(), sequence: 0 } : undefined
  const place = placeOf({ table, id, revision, writer: null, sequence: null, ...draft }, to)
  const envelope = await sealEnvelope(to.contentKey, text, place, to.generation)
  const data = toBase64(envelope)
  const { json } = await openEnvelope(to.contentKey, fromBase64(data), place)
  if (json !== text) throw new UnreadableRow('its new envelope holds something else')
  return { moved: { table, id, revision, locked: { lock_id: to.lock_id, data }, ...draft }, text }
}

/** Splits rows into requests, by their number and their size. */
export function* toMoveBatches(rows: readonly ConvertedRow[]): Generator<ConvertedRow[]> {
  let batch: ConvertedRow[] = []
  let bytes = 0
  for (const row of rows) {
    const size = row.moved.locked ? row.moved.locked.data.length : new TextEncoder().encode(row.text).length
    if (batch.length > 0 && (batch.length === batchLimits.rows || bytes + size > batchLimits.bytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/**
 * A short proof of what a document says, so that no text stays in memory. Its version, its times and the order of its members don't count:
 * the server writes these in its own way.
 */
export async function digestOf(text: string): Promise<string> {
  const { v: _, created_at: __, updated_at: ___, ...members } = readDocument(text) as unknown as Members
  const bytes = new TextEncoder().encode(JSON.stringify(sorted(members)))
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

type Members = Record<string, unknown>

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

function placeOf(
  row: Pick<LockRow, 'table' | 'id' | 'revision' | 'writer' | 'sequence'>,
  { lock_id, user_id }: OpenLock,
): EnvelopePlace {
  const { table, id, revision, writer, sequence } = row
  if (table !== 'journal_drafts') return { lock_id, user_id, kind: 'entry', id, revision }
  if (writer === null || sequence === null) throw new UnreadableRow('a draft has no writer')
  return { lock_id, user_id, kind: 'draft', id, writer, sequence }
}

/** @throws UnreadableRow */
function parseDocument(json: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(json)
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return document as Record<string, unknown>
  } catch {}
  throw new UnreadableRow('it is no document')
}

const isTime = (time: unknown): time is string => typeof time === 'string' && !Number.isNaN(Date.parse(time))
