import { useMemo } from 'react'
import { browserTimeZone } from '../../../../ui/local-date/time-zone.ts'
import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { NoEntries } from '../../ui/no-entries.tsx'
import { useAllEntries } from '../../ui/use-entries.ts'
import { CalendarViews } from './calendar-views.tsx'
import { useTimeline } from './use-timeline.ts'

const none: Entry[] = []

/** All of it is found in the browser: the server does not know when something happened. */
export function Calendar({ onThisDay }: { onThisDay: boolean }) {
  const all = useAllEntries(true)
  const entries = useMemo(() => all.data?.pages.flatMap((page) => page.entries) ?? none, [all.data])
  const zone = browserTimeZone()
  const shown = useTimeline(entries, zone)
  const isEmpty = all.data?.pages[0]?.total === 0
  const failed = all.isLoadingError || all.isFetchNextPageError
  const loading = !failed && (all.hasNextPage || (!shown && !isEmpty))
  return (
    <div className="grid gap-6">
      <p role="status" className={loading ? 'text-muted' : 'visually-hidden'}>
        {loading && messages.calendarLoading()}
      </p>
      {failed && (
        <div className="grid justify-items-start gap-3">
          <p role="alert" className="form-problem">
            {all.data ? messages.calendarIncomplete() : messages.loadFailed()}
          </p>
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => (all.data ? all.fetchNextPage() : all.refetch())}
          >
            {messages.tryAgain()}
          </button>
        </div>
      )}
      {isEmpty && <NoEntries />}
      {shown && !isEmpty && <CalendarViews {...shown} zone={zone} onThisDay={onThisDay} />}
    </div>
  )
}
