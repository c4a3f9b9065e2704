import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react'
import { language } from '../../../../platform/language.ts'
import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import {
  type CalendarRange,
  type Day,
  dayForKey,
  firstWeekdayOf,
  formatDate,
  type Month,
  weekdayNames,
  weeksOf,
} from '../calendar.rules.ts'
import type { Timeline } from '../timeline.rules.ts'

type CalendarGridProps = {
  timeline: Timeline<Entry>
  today: Day
  range: CalendarRange
  month: Month
  focused: Day
  chosen: Day | undefined
  onFocus: (day: Day) => void
  /** Keeps its identity. */
  onChoose: (day: Day) => void
}

/** APG "Grid", with the keys of "Date Picker Dialog". One day can be reached by Tab, the others by arrows. */
export function CalendarGrid(props: CalendarGridProps) {
  const { timeline, today, range, month, focused, chosen, onFocus, onChoose } = props
  const locale = language()
  const firstWeekday = firstWeekdayOf(locale)
  const table = useRef<HTMLTableElement>(null)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    if (isMoving.current) table.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
    isMoving.current = false
  }, [focused])

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const day = dayForKey(focused, event, range, firstWeekday, isRightToLeft)
    if (!day) return
    event.preventDefault()
    isMoving.current = day !== focused
    if (isMoving.current) onFocus(day)
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the grid's element (APG)
    <table ref={table} role="grid" className="calendar" onKeyDown={onKeyDown}>
      <caption>
        <span className="visually-hidden">{formatDate(locale, month)}</span>
      </caption>
      <thead>
        <tr>
          {weekdayNames(locale, firstWeekday).map(({ long, short }) => (
            <th key={long} scope="col">
              <span className="visually-hidden">{long}</span>
              <span aria-hidden="true">{short}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, firstWeekday).map((days) => (
          <tr key={days.find(Boolean)}>
            {days.map((day, column) =>
              day ? (
                <DayCell
                  key={day}
                  day={day}
                  happened={timeline.get(day)?.happened.length ?? 0}
                  written={timeline.get(day)?.written.length ?? 0}
                  isToday={day === today}
                  isFocused={day === focused}
                  isChosen={day === chosen}
                  onChoose={onChoose}
                />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: it has no other
                <td key={column} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayCellProps = {
  day: Day
  happened: number
  written: number
  isToday: boolean
  isFocused: boolean
  isChosen: boolean
  onChoose: (day: Day) => void
}

/** A button where something is listed. */
const DayCell = memo(({ day, happened, written, isToday, isFocused, isChosen, onChoose }: DayCellProps) => {
  const date = formatDate(language(), day)
  const place = {
    'data-day': day,
    tabIndex: isFocused ? 0 : -1,
    'aria-current': isToday ? ('date' as const) : undefined,
  }
  const number = <span className="calendar-number">{formatNumber(Number(day.slice(8)))}</span>
  if (happened + written === 0)
    return (
      <td {...place} aria-label={messages.dayEmpty({ date })}>
        {number}
      </td>
    )
  return (
    <td>
      <button
        type="button"
        {...place}
        aria-pressed={isChosen}
        aria-label={dayName(date, happened, written)}
        onClick={() => onChoose(day)}
      >
        {number}
        <Count kind="happened" count={happened} />
        <Count kind="written" count={written} />
      </button>
    </td>
  )
})

function dayName(date: string, happened: number, written: number): string {
  if (written === 0) return messages.dayHappened({ date, happened })
  return happened === 0
    ? messages.dayWritten({ date, written })
    : messages.dayBoth({ date, happened, written })
}

/** Shapes, because color alone would tell some people nothing (WCAG 1.4.1). */
const Count = ({ kind, count }: { kind: 'happened' | 'written'; count: number }) =>
  count > 0 && (
    <span className="calendar-count">
      <span className={`mark-${kind}`} />
      {count > 1 && formatNumber(count)}
    </span>
  )

const formatNumber = (number: number) => new Intl.NumberFormat(language()).format(number)
