import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { daysOfZone, firstMonth, monthOf } from '../calendar.rules.ts'
import type { Timeline } from '../timeline.rules.ts'
import { CalendarList } from './calendar-list.tsx'
import { CalendarMonth } from './calendar-month.tsx'
import { OnThisDayList } from './on-this-day.tsx'
import { useCalendarView } from './use-calendar-view.ts'

type CalendarViewsProps = {
  timeline: Timeline<Entry>
  /** From `datesOf`. */
  dates: readonly string[]
  /** Of the device. */
  zone: string
  onThisDay: boolean
}

/** The month or the list, as chosen. */
export function CalendarViews({ timeline, dates, zone, onThisDay }: CalendarViewsProps) {
  const today = daysOfZone(zone)(new Date())
  const [view, change] = useCalendarView(today)
  // A traveler may have noted tomorrow, in a time zone ahead of this one.
  const dated = dates.find((date) => date.length > 4) ?? today
  const last = [dated, today].map(monthOf).sort().at(-1) ?? today
  const range = { first: firstMonth, last }
  return (
    <>
      <fieldset className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
        <legend className="w-full sm:float-left sm:w-auto sm:me-4">{messages.calendarView()}</legend>
        {(['month', 'list'] as const).map((kind) => (
          <label key={kind} className="inline-flex items-center gap-2 min-h-8">
            <input
              type="radio"
              name="view"
              className="size-5 accent-act"
              checked={view.kind === kind}
              onChange={() => change({ kind })}
            />
            {messages.calendarViewName({ kind })}
          </label>
        ))}
      </fieldset>
      {view.kind === 'month' ? (
        <CalendarMonth timeline={timeline} today={today} range={range} view={view} onChange={change} />
      ) : (
        <CalendarList
          timeline={timeline}
          dates={dates}
          shown={view.shown}
          onMore={(shown) => change({ shown })}
        />
      )}
      {onThisDay && <OnThisDayList timeline={timeline} today={today} />}
    </>
  )
}
