import { foldText } from '../../../platform/fold-text.ts'
import * as messages from '../messages.en.yaml'

/** When it happened: a day, a month, or a year. */
export type Happened = {
  /** "2026-03-14", "2026-03", or "2026". */
  date: string
  /** "21:30", only with a day. */
  time: string | null
  /** The writer is not sure. */
  about: boolean
  /** The writer's, an IANA name; null where the browser has none. */
  time_zone: string | null
}

/** The optional parts of a record. */
export type EntryRecord = {
  place: string
  people: string
  /** What was kept as proof. */
  proof: string
  /** Who knows about it. */
  disclosed_to: string
}

/** The content of a Connection, encrypted as one document (docs/decisions/039). Fields of a newer version survive. */
export type EntryDocument = {
  content: string
  linked_term_ids: string[]
  happened: Happened | null
  tags: string[]
  record: EntryRecord
}

/** A request to change a document; omitted fields stay. `linked_term_id`, of the specified API, is the first term. */
export type DocumentChange = Partial<EntryDocument> & { linked_term_id?: string | null | undefined }

export const documentVersion = 2
export const documentLimits = { terms: 20, tags: 50, tagLength: 50, recordLength: 2_000 } as const
/** The form's questions, in its order. */
export const recordLabels: Record<keyof EntryRecord, () => string> = {
  place: messages.place,
  people: messages.people,
  proof: messages.proof,
  disclosed_to: messages.disclosedTo,
}
export const recordFields = Object.keys(recordLabels) as (keyof EntryRecord)[]

const emptyRecord: EntryRecord = { place: '', people: '', proof: '', disclosed_to: '' }
export const emptyDocument: EntryDocument = {
  content: '',
  linked_term_ids: [],
  happened: null,
  tags: [],
  record: emptyRecord,
}

type StoredDocument = Partial<EntryDocument> & { v?: number; linked_term_id?: string | null }

/** Reads a decrypted document of any version; version 1 was `{content, linked_term_id}`. @throws when it is no JSON */
export function readDocument(json: string): EntryDocument {
  const { linked_term_id, ...stored } = JSON.parse(json) as StoredDocument
  return {
    ...emptyDocument,
    ...stored,
    linked_term_ids: stored.linked_term_ids ?? (linked_term_id ? [linked_term_id] : []),
    record: { ...emptyRecord, ...stored.record },
  }
}

/** As JSON, not UTF-8, so that lone surrogates survive (ECMA-262, 25.5.2). */
export function writeDocument(document: EntryDocument): string {
  const { v = 0 } = document as StoredDocument
  return JSON.stringify({ ...document, v: Math.max(v, documentVersion) })
}

/** Applies a change to a document. */
export function changeDocument(document: EntryDocument, change: DocumentChange): EntryDocument {
  const { content, happened, tags, record } = change
  return {
    ...document,
    linked_term_ids: changeTerms(document.linked_term_ids, change),
    ...(content !== undefined && { content }),
    ...(happened !== undefined && { happened }),
    ...(tags && { tags }),
    ...(record && { record: { ...document.record, ...record } }),
  }
}

function changeTerms(ids: string[], { linked_term_id: first, linked_term_ids }: DocumentChange): string[] {
  if (linked_term_ids) return linked_term_ids
  if (first === undefined) return ids
  return first === null ? [] : [first, ...ids.slice(1).filter((id) => id !== first)]
}

/** Whether a change says everything, so that it can replace a document that the server cannot read. */
export const isWholeDocument = ({
  content,
  linked_term_ids,
  happened,
  tags,
  record,
}: DocumentChange): boolean =>
  [content, linked_term_ids, happened, tags, record].every((member) => member !== undefined)

/** Null content: undecryptable. */
type ComparableDocument = Omit<EntryDocument, 'content'> & { content: string | null }

/** Whether both hold the same, so that a repeated request is no conflict. */
export const isSameDocument = (one: ComparableDocument, other: ComparableDocument): boolean =>
  comparable(one) === comparable(other)

const comparable = ({ content, linked_term_ids, happened, tags, record }: ComparableDocument) =>
  JSON.stringify([
    content,
    linked_term_ids,
    happened && [happened.date, happened.time, happened.about, happened.time_zone],
    tags,
    recordFields.map((field) => record[field]),
  ])

/** Whether something is written beside the text. */
export const hasDetails = ({
  happened,
  tags,
  record,
}: Pick<EntryDocument, 'happened' | 'tags' | 'record'>): boolean =>
  happened !== null || tags.length > 0 || recordFields.some((field) => record[field].trim() !== '')

/** Removes what tags that look alike repeat, and a leading #. The first spelling stays. */
export function cleanTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) {
    const clean = tag
      .normalize('NFC')
      .replace(/^[\s#]+/, '')
      .trim()
      .replace(/\s+/g, ' ')
    const key = tagKey(clean)
    if (clean !== '' && !byKey.has(key)) byKey.set(key, clean)
  }
  return [...byKey.values()]
}

/** Equal for tags that differ by case or accents; never empty for a visible tag. */
export const tagKey = (tag: string): string => foldText(tag) || tag

/** Why clean tags cannot be saved. */
export function tagProblem(tags: readonly string[]): string | undefined {
  if (tags.length > documentLimits.tags) return messages.tooManyTags({ max: documentLimits.tags })
  if (tags.some((tag) => [...tag].length > documentLimits.tagLength))
    return messages.tagTooLong({ max: documentLimits.tagLength })
  return undefined
}

/** Splits what was typed at commas and line breaks. */
export const splitTags = (typed: string): string[] => cleanTags(typed.split(/[,،、，\n]/))
