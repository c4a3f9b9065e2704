import { describeDetails } from '../document/details.contract.ts'
import type { EntryDocument } from '../document/document.rules.ts'

type EntryDetailsProps = {
  details: Pick<EntryDocument, 'happened' | 'tags' | 'record'>
  /** Whether Journal Tagging is on. */
  showTags: boolean
}

/** Shows the date, tags and record of a Connection, if it has any. */
export function EntryDetails({ details: { happened, tags, record }, showTags }: EntryDetailsProps) {
  const lines = describeDetails({ happened, record, tags: showTags ? tags : [] })
  if (lines.length === 0) return null
  return (
    <dl className="entry-details">
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
