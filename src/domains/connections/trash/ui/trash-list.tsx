import { href, Link } from 'react-router'
import { LocalDate } from '../../../../ui/local-date/local-date.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import * as lockMessages from '../../lock/messages.en.yaml'
import { useJournalLocks } from '../../lock/ui/journal-locks.ts'
import * as messages from '../../messages.en.yaml'
import { previewOf } from '../../preview.rules.ts'
import type { DeletedEntry } from '../trash.contract.ts'
import { erasedAt } from '../trash.rules.ts'

type TrashListProps = {
  entries: readonly DeletedEntry[]
  /** Where older ones are. */
  next: string | undefined
  /** Asks whether to erase all. */
  confirm: boolean
}

const trash = href('/dashboard/connections/trash')

/** Forms only, so that it works without scripts. */
export function TrashList({ entries, next, confirm }: TrashListProps) {
  if (entries.length === 0) {
    return (
      <div className="empty">
        <h2>{messages.trashEmptyTitle()}</h2>
        <p>{messages.trashEmpty()}</p>
      </div>
    )
  }
  return (
    <>
      <ul className="grid gap-4">
        {entries.map((entry) => (
          <TrashItem key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 mt-6">
        {next && (
          <Link to={next} className="btn btn-quiet">
            {messages.moreInTrash()}
          </Link>
        )}
        {!confirm && (
          <Link to={`${trash}?empty`} className="btn btn-quiet">
            {messages.emptyTrash()}
          </Link>
        )}
      </div>
      {confirm && (
        <section className="card grid gap-5 mt-6" aria-labelledby="empty-trash">
          <h2 id="empty-trash">{messages.emptyTrash()}</h2>
          <p>{messages.emptyTrashQuestion()}</p>
          <form method="post" action={trash} className="flex flex-wrap gap-3">
            <PageOwner />
            <Link to={trash} className="btn btn-quiet">
              {messages.cancel()}
            </Link>
            <button type="submit" name="intent" value="empty" className="btn btn-danger">
              {messages.emptyTrashConfirm()}
            </button>
          </form>
        </section>
      )}
    </>
  )
}

function TrashItem({ entry }: { entry: DeletedEntry }) {
  const { id, term, content, created_at, deleted_at, locked } = entry
  const { open } = useJournalLocks()
  const isClosed = locked !== undefined && !open.has(locked.lock_id)
  const date = <LocalDate time={created_at} />
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-2xl">
          {locked ? lockMessages.lockedEntry() : (term?.term_name ?? messages.freeformEntry())}
        </h2>
        <p className="text-muted">{date}</p>
      </div>
      <p className="entry-preview">
        {content !== null ? previewOf(content) : isClosed ? lockMessages.lockedText() : messages.notFound()}
      </p>
      <p className="text-muted">
        {messages.deletedOn({
          deleted: () => <LocalDate time={deleted_at} />,
          erased: () => <LocalDate time={erasedAt(deleted_at)} />,
        })}
      </p>
      <form method="post" action={trash} className="flex flex-wrap gap-3">
        <PageOwner />
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="intent" value="restore" className="btn btn-quiet">
          {messages.restore()} <span className="visually-hidden">{date}</span>
        </button>
        <button type="submit" name="intent" value="erase" className="btn btn-quiet">
          {messages.deleteForGood()} <span className="visually-hidden">{date}</span>
        </button>
      </form>
    </li>
  )
}
