import { useMemo } from 'react'
import { language } from '../../../../platform/language.ts'
import { useLoadMore } from '../../../../ui/load-more/use-load-more.ts'
import type { Entry } from '../../entries.contract.ts'
import { pageSize } from '../../entries.rules.ts'
import * as messages from '../../messages.en.yaml'
import { formatDate } from '../calendar.rules.ts'
import { type DatedItems, firstItems, type Timeline } from '../timeline.rules.ts'
import { TimelineRow } from './timeline-items.tsx'

type CalendarListProps = {
  timeline: Timeline<Entry>
  dates: readonly string[]
  /** How many items there are at most. */
  shown: number
  onMore: (shown: number) => void
}

/** By month and day, the newest first. */
export function CalendarList({ timeline, dates, shown, onMore }: CalendarListProps) {
  const page = useMemo(() => firstItems(timeline, dates, shown), [timeline, dates, shown])
  const more = useLoadMore(page.shown, () => onMore(shown + pageSize))
  return (
    <div className="grid gap-6">
      {page.sections.map(({ month, dates }) => (
        <section key={month} className="grid gap-4" aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`}>{titleOf(month)}</h2>
          {dates.map((dated) => (
            <ItemsOfDate key={dated.date} {...dated} isAlone={dated.date === month && month.length === 4} />
          ))}
        </section>
      ))}
      {page.hasMore && (
        <p>
          <button type="button" className="btn btn-quiet" onClick={more}>
            {messages.loadMore()}
          </button>
        </p>
      )}
    </div>
  )
}

/** A year alone has a section of its own. */
const titleOf = (month: string) => {
  const date = formatDate(language(), month)
  return month.length === 4 ? messages.someTimeIn({ date }) : date
}

function ItemsOfDate({ date, items, isAlone }: DatedItems<Entry> & { isAlone: boolean }) {
  return (
    <div className="grid gap-3">
      {!isAlone && (
        <h3>
          {date.length > 7
            ? formatDate(language(), date, true)
            : messages.someTimeIn({ date: formatDate(language(), date) })}
        </h3>
      )}
      <ul data-items className="grid gap-3">
        {items.map((item) => (
          <TimelineRow key={item.entry.id} {...item} />
        ))}
      </ul>
    </div>
  )
}
