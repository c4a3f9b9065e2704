import { validate, version } from 'uuid'
import type { Happened } from '../document/document.rules.ts'
import type { ArchivedTerm } from './import.rules.ts'
import * as messages from './messages.en.yaml'
import { fitTags, isObject, listOf, type RawObject, type Reading, textOf, toRecord } from './reading.rules.ts'
import { parseTimestamp } from './timestamps.rules.ts'

/** What an entry, its date and its record have in this version. Other names are reported. */
const knownFields = {
  '': [
    ...['id', 'user_id', 'content', 'linked_term_id', 'linked_term_ids', 'term', 'terms', 'entry_type'],
    ...['happened', 'tags', 'record', 'revision', 'created_at', 'updated_at', 'locked'],
  ],
  happened: ['date', 'time', 'about', 'time_zone'],
  record: ['place', 'people', 'proof', 'disclosed_to'],
}

/** Reads one of `connections` in data.json, of this version, an older or a newer one. */
export function readOwnEntry(raw: unknown, now: Date): Reading {
  if (!isObject(raw)) return { problem: messages.unreadable() }
  const id = textOf(raw.id).toLowerCase()
  if (!validate(id) || version(id) !== 7) return { problem: messages.notOurs() }
  if (isObject(raw.locked) && typeof raw.content !== 'string') return { problem: messages.stillLocked() }
  if (raw.content === null) return { problem: messages.couldNotOpen() }
  const created_at = parseTimestamp(textOf(raw.created_at), now)
  if (!created_at) return { problem: messages.noDate() }
  const updated_at = parseTimestamp(textOf(raw.updated_at), now)
  const { tags, lostTags } = fitTags(raw.tags)
  const terms = [...listOf(raw.terms), raw.term].flatMap(toTerm)
  return {
    id,
    entry: {
      created_at: created_at.at.toISOString(),
      ...(updated_at && { updated_at: updated_at.at.toISOString() }),
      content: textOf(raw.content),
      linked_term_ids: termIdsOf(raw),
      ...(terms.length > 0 && { terms }),
      happened: toHappened(raw.happened),
      tags,
      record: toRecord(raw.record),
    },
    lostTags,
    unknownFields: [
      ...unknownIn(raw, ''),
      ...unknownIn(raw.happened, 'happened'),
      ...unknownIn(raw.record, 'record'),
    ],
  }
}

/** Before version 2 of the document there was one term. */
function termIdsOf({ linked_term_ids, linked_term_id }: RawObject): string[] {
  const ids = Array.isArray(linked_term_ids) ? linked_term_ids : [linked_term_id]
  return ids.filter((id): id is string => typeof id === 'string' && validate(id))
}

function toTerm(raw: unknown): ArchivedTerm[] {
  if (!isObject(raw)) return []
  const term = { id: textOf(raw.id), slug: textOf(raw.slug), term_name: textOf(raw.term_name) }
  return validate(term.id) && term.slug.length <= 300 && term.term_name.length <= 300 ? [term] : []
}

/** A date that cannot be read is left to the check of the entry, which rejects it. */
function toHappened(raw: unknown): Happened | null {
  if (!isObject(raw)) return null
  const [time, zone] = [textOf(raw.time), textOf(raw.time_zone)]
  return {
    date: textOf(raw.date),
    time: time === '' ? null : time,
    about: raw.about === true,
    time_zone: zone === '' || zone.length > 64 ? null : zone,
  }
}

function unknownIn(raw: unknown, part: keyof typeof knownFields): string[] {
  if (!isObject(raw)) return []
  const unknown = Object.keys(raw).filter((name) => !knownFields[part].includes(name) && raw[name] !== null)
  return unknown.map((name) => (part === '' ? name : `${part}.${name}`))
}
