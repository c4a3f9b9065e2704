import {
  documentVersion,
  type EntryDocument,
  type Happened,
  readDocument,
  recordFields,
} from '../document/document.rules.ts'

export type Unknown = Record<string, unknown>

/** What an envelope holds: the document, its exact times, and for a draft the version that it was begun from. */
export type LockedDocument = EntryDocument & {
  created_at?: string
  updated_at?: string
  entry_revision: number | null
}

const knownFields = new Set([
  ...['v', 'content', 'linked_term_id', 'linked_term_ids', 'happened', 'tags', 'record'],
  ...['created_at', 'updated_at', 'entry_revision', 'writer', 'sequence'],
])

/**
 * Reads the JSON of an envelope.
 *
 * @throws TypeError when a field has another type: it must not be shown, and so never be saved over
 */
export function readLockedDocument(json: string): LockedDocument {
  const stored = readDocument(json) as Unknown & EntryDocument
  // Without its own text it would be read as empty.
  if (!Object.hasOwn(Object(JSON.parse(json)), 'content') || !isDocument(stored))
    throw new TypeError('it is no document')
  const { content, linked_term_ids, happened, tags, record } = stored
  const { created_at, updated_at, entry_revision } = stored as Unknown
  return {
    ...{ content, linked_term_ids, happened, tags, record },
    ...(isTime(created_at) && { created_at }),
    ...(isTime(updated_at) && { updated_at }),
    entry_revision: Number.isSafeInteger(entry_revision) ? (entry_revision as number) : null,
  }
}

/** The fields of a newer version, with its number; undefined when there are none. */
export function unknownFieldsOf(json: string): Unknown | undefined {
  const stored = JSON.parse(json) as Unknown
  const fields = Object.entries(stored).filter(([name]) => !knownFields.has(name))
  const { v } = stored
  if (typeof v === 'number' && v > documentVersion) fields.push(['v', v])
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isObject = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTime = (value: unknown): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))

const isDocument = ({ content, linked_term_ids, happened, tags, record }: Unknown) =>
  isText(content) &&
  isTexts(linked_term_ids) &&
  (happened === null || isHappened(happened)) &&
  isTexts(tags) &&
  isObject(record) &&
  recordFields.every((field) => isText(record[field]))

const isHappened = (value: unknown): value is Happened =>
  isObject(value) &&
  isText(value.date) &&
  [value.time, value.time_zone].every((part) => part === null || isText(part)) &&
  typeof value.about === 'boolean'
