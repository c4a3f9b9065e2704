import { useLayoutEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { language } from '../../../../platform/language.ts'
import type { Entry } from '../../entries.contract.ts'
import { pageSize } from '../../entries.rules.ts'
import * as messages from '../../messages.en.yaml'
import { previewOf } from '../../preview.rules.ts'
import { formatTime } from '../calendar.rules.ts'
import type { TimelineItem, TimelineKind } from '../timeline.rules.ts'

/** A shape and a word. */
export const KindMark = ({ kind }: { kind: TimelineKind }) => (
  <span className="inline-flex items-center gap-2">
    {kind !== 'written' && <span className="mark-happened" />}
    {kind !== 'happened' && <span className="mark-written" />}
    {messages.timelineKind({ kind })}
  </span>
)

/** Twenty at first, because thousands may share a date. */
export function TimelineItems({ items }: { items: TimelineItem<Entry>[] }) {
  const [shown, setShown] = useState(pageSize)
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (firstNew.current === undefined || shown === 0) return
    list.current?.children[firstNew.current]?.querySelector('a')?.focus()
    firstNew.current = undefined
  }, [shown])
  return (
    <>
      <ul ref={list} data-items className="grid gap-3">
        {items.slice(0, shown).map((item) => (
          <TimelineRow key={item.entry.id} {...item} />
        ))}
      </ul>
      {items.length > shown && (
        <p>
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => {
              firstNew.current = shown
              setShown(shown + pageSize)
            }}
          >
            {messages.loadMore()}
          </button>
        </p>
      )}
    </>
  )
}

export function TimelineRow({ entry, kind }: TimelineItem<Entry>) {
  const { happened } = kind === 'written' ? { happened: null } : entry
  return (
    <li className="timeline-row grid gap-1">
      <p className="flex flex-wrap gap-x-4 text-muted">
        <KindMark kind={kind} />
        {happened?.time && <span>{formatTime(language(), happened.time)}</span>}
        {happened?.about && <span>{messages.uncertainDate()}</span>}
      </p>
      <p>
        <Link to={href('/dashboard/connections/:id', { id: entry.id })} className="strong">
          {entry.term?.term_name ?? messages.freeformEntry()}
        </Link>
      </p>
      <p className="entry-preview timeline-preview">
        {entry.content === null ? messages.notFound() : previewOf(entry.content)}
      </p>
    </li>
  )
}
