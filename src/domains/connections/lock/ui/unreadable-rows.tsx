import { LocalDate } from '../../../../ui/local-date/local-date.tsx'
import { rowKey } from '../../move-rows/move-rows.rules.ts'
import type { LockRow } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'

const shownAtMost = 20

/** Names what does not open, by its kind and its day. */
export function UnreadableRows({ rows }: { rows: readonly LockRow[] }) {
  if (rows.length === 0) return null
  const more = rows.length - shownAtMost
  return (
    <div className="grid gap-2">
      <h3>{messages.unreadableTitle({ count: rows.length })}</h3>
      <p>{messages.unreadableLede()}</p>
      <ul className="list-disc ps-6">
        {rows.slice(0, shownAtMost).map((row) => (
          <li key={rowKey(row)}>{nameOf(row)}</li>
        ))}
        {more > 0 && <li>{messages.unreadableMore({ count: more })}</li>}
      </ul>
      <p>{messages.unreadableStays()}</p>
    </div>
  )
}

function nameOf({ table, created_at }: LockRow) {
  const date = () => <LocalDate time={created_at} />
  switch (table) {
    case 'journal_entries':
      return messages.unreadableEntry({ date })
    case 'journal_drafts':
      return messages.unreadableDraft({ date })
    case 'deleted_entries':
      return messages.unreadableDeleted({ date })
    case 'entry_versions':
      return messages.unreadableVersion({ date })
  }
}
