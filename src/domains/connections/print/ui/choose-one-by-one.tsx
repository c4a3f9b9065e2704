import { useState } from 'react'
import { LocalDate } from '../../../../ui/local-date/local-date.tsx'
import type { Entry } from '../../entries.contract.ts'
import { pageSize } from '../../entries.rules.ts'
import * as messages from '../../messages.en.yaml'
import { previewOf } from '../../preview.rules.ts'

type ChooseOneByOneProps = {
  entries: readonly Entry[]
  first: string | undefined
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
}

/** A checkbox for each Connection, the newest first. */
export function ChooseOneByOne({ entries, first, ids, onChange }: ChooseOneByOneProps) {
  const [shown, setShown] = useState(pageSize)
  const ordered = [...entries.filter(({ id }) => id === first), ...entries.filter(({ id }) => id !== first)]

  function toggle(id: string, isChosen: boolean) {
    const changed = new Set(ids)
    if (isChosen) changed.add(id)
    else changed.delete(id)
    onChange(changed)
  }

  return (
    <fieldset className="grid gap-2 min-w-0">
      <legend className="strong pb-2">{messages.printSome()}</legend>
      {ordered.slice(0, shown).map((entry) => (
        <label key={entry.id} className="choice">
          <input
            type="checkbox"
            className="size-5 accent-act flex-none"
            checked={ids.has(entry.id)}
            onChange={({ target }) => toggle(entry.id, target.checked)}
          />
          <span className="grid gap-1 min-w-0">
            <span className="text-muted">
              <LocalDate time={entry.created_at} />
              {entry.term && ` · ${entry.term.term_name}`}
            </span>
            <span className="entry-preview paper-preview">
              {entry.content === null ? messages.notFound() : previewOf(entry.content)}
            </span>
          </span>
        </label>
      ))}
      {shown < ordered.length && (
        <p>
          <button type="button" className="btn btn-quiet" onClick={() => setShown(shown + pageSize)}>
            {messages.loadMore()}
          </button>
        </p>
      )}
    </fieldset>
  )
}
