import { documentLimits, emptyDocument } from '../document/document.rules.ts'
import * as messages from './messages.en.yaml'
import { fitTags, isObject, listOf, type RawObject, type Reading, textOf } from './reading.rules.ts'
import { parseTimestamp } from './timestamps.rules.ts'

const attachments = ['photos', 'videos', 'audios', 'pdfAttachments']
/** In Markdown, on a line of its own or within one. */
const embedded = /!\[[^\]\n]*\]\(dayone-moment:[^)\s]*\)/g
/** A backslash before punctuation (CommonMark, 2.4): Day One writes one before most of it. */
const escaped = /\\([!-/:-@[-`{-~])/g

/** Reads one of `entries` in a Day One journal (version 1.0 of its JSON). */
export function readDayOneEntry(raw: unknown, now: Date): Reading {
  if (!isObject(raw)) return { problem: messages.unreadable() }
  const media = attachments.reduce((sum, name) => sum + listOf(raw[name]).length, 0)
  const created = parseTimestamp(textOf(raw.creationDate), now)
  if (!created) return { problem: messages.noDate(), media }
  const modified = parseTimestamp(textOf(raw.modifiedDate), now)
  const content = contentOf(raw)
  const { tags, lostTags } = fitTags(raw.tags)
  return {
    identity: { time: created.fixed, source: `day-one\0${textOf(raw.uuid) || content}` },
    entry: {
      ...emptyDocument,
      created_at: created.at.toISOString(),
      ...(modified && { updated_at: modified.at.toISOString() }),
      content,
      tags,
      record: { ...emptyDocument.record, place: placeOf(raw.location) },
    },
    lostTags,
    media,
  }
}

function contentOf({ text, richText }: RawObject): string {
  if (typeof text === 'string') {
    return text
      .replace(embedded, '')
      .replace(escaped, '$1')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
  // Some exports have only this, as JSON in a string.
  try {
    const rich: unknown = JSON.parse(textOf(richText))
    const parts = isObject(rich) ? listOf(rich.contents) : []
    return parts
      .map((part) => (isObject(part) ? textOf(part.text) : ''))
      .join('')
      .trim()
  } catch {
    return ''
  }
}

/** Names, from the nearest to the farthest; the coordinates where there is no name. */
function placeOf(raw: unknown): string {
  if (!isObject(raw)) return ''
  const names = ['placeName', 'localityName', 'administrativeArea', 'country'].map((name) =>
    textOf(raw[name]).trim(),
  )
  const { latitude, longitude } = raw
  const hasPoint = typeof latitude === 'number' && typeof longitude === 'number'
  const place = [...new Set(names.filter((name) => name !== ''))].join(', ')
  const text = place || (hasPoint ? `${latitude}, ${longitude}` : '')
  return [...text].slice(0, documentLimits.recordLength).join('')
}
