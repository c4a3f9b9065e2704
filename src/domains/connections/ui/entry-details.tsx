import { type EntryRecord, type Happened, recordFields, recordLabels } from '../document.rules.ts'
import { formatHappened } from '../happened.rules.ts'
import * as messages from '../messages.en.yaml'

type EntryDetailsProps = {
  details: { happened: Happened | null; tags: string[]; record: EntryRecord }
  /** Whether Journal Tagging is on. */
  showTags: boolean
}

/** What stands beside the text of a Connection; nothing where nothing does. */
export function EntryDetails({ details: { happened, tags, record }, showTags }: EntryDetailsProps) {
  const filled = recordFields.filter((field) => record[field].trim() !== '')
  const hasTags = showTags && tags.length > 0
  if (!happened && !hasTags && filled.length === 0) return null
  return (
    <dl className="entry-details">
      {happened && (
        <div>
          <dt>{messages.when()}</dt>
          <dd>{formatHappened(happened)}</dd>
        </div>
      )}
      {hasTags && (
        <div>
          <dt>{messages.tags()}</dt>
          <dd dir="auto">{tags.join(', ')}</dd>
        </div>
      )}
      {filled.map((field) => (
        <div key={field}>
          <dt>{recordLabels[field]()}</dt>
          <dd dir="auto">{record[field]}</dd>
        </div>
      ))}
    </dl>
  )
}
