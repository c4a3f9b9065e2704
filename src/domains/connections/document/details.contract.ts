import * as messages from '../messages.en.yaml'
import { type EntryDocument, recordFields, recordLabels } from './document.rules.ts'
import { formatHappened } from './happened.rules.ts'

/** Describes the date, tags and record of a Connection, as pairs of a label and a text. */
export function describeDetails({
  happened,
  tags,
  record,
}: Pick<EntryDocument, 'happened' | 'tags' | 'record'>): [string, string][] {
  const filled = recordFields.filter((field) => record[field].trim() !== '')
  return [
    ...(happened ? [[messages.when(), formatHappened(happened)] as [string, string]] : []),
    ...(tags.length > 0 ? [[messages.tags(), tags.join(', ')] as [string, string]] : []),
    ...filled.map((field): [string, string] => [recordLabels[field](), record[field]]),
  ]
}
