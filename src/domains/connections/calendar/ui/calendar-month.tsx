import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useId, useRef } from 'react'
import { language } from '../../../../platform/language.ts'
import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import {
  addMonths,
  type CalendarRange,
  type Day,
  formatDate,
  type Month,
  monthOf,
  sameDayIn,
} from '../calendar.rules.ts'
import { itemsOf, type Timeline } from '../timeline.rules.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { GoToMonth } from './go-to-month.tsx'
import { KindMark, TimelineItems } from './timeline-items.tsx'
import type { CalendarView } from './use-calendar-view.ts'

type CalendarMonthProps = {
  timeline: Timeline<Entry>
  today: Day
  range: CalendarRange
  view: CalendarView
  onChange: (change: Partial<CalendarView>) => void
}

/** A month as a grid, and the Connections of the chosen day below it. */
export function CalendarMonth({ timeline, today, range, view, onChange }: CalendarMonthProps) {
  const { month, focused, chosen } = view
  const { list, scrollToList } = useScrollToList(chosen)
  const choose = useCallback(
    (day: Day) => {
      scrollToList()
      onChange({ focused: day, chosen: day })
    },
    [scrollToList, onChange],
  )
  const show = (month: Month) => onChange({ month, focused: sameDayIn(month, focused), chosen: undefined })
  const title = formatDate(language(), month)
  return (
    <div className="grid gap-4">
      <div className="no-print flex flex-wrap items-end gap-x-8 gap-y-3">
        <div className="flex flex-wrap items-center gap-3">
          <MonthButton to={addMonths(month, -1)} range={range} onShow={show} />
          {/* Every way to another month is announced. */}
          <h2 aria-live="polite" className="calendar-title">
            {title}
          </h2>
          <MonthButton to={addMonths(month, 1)} forward range={range} onShow={show} />
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => onChange({ month: monthOf(today), focused: today, chosen: undefined })}
          >
            {messages.today()}
          </button>
        </div>
        <GoToMonth range={range} onShow={show} />
      </div>
      <p className="calendar-legend flex flex-wrap gap-x-4">
        <KindMark kind="happened" />
        <KindMark kind="written" />
      </p>
      <CalendarGrid
        timeline={timeline}
        today={today}
        range={range}
        month={month}
        focused={focused}
        chosen={chosen}
        onFocus={(day) =>
          onChange({
            month: monthOf(day),
            focused: day,
            ...(monthOf(day) !== month && { chosen: undefined }),
          })
        }
        onChoose={choose}
      />
      <p role="status" className="visually-hidden">
        {chosen && messages.calendarBelow({ date: formatDate(language(), chosen) })}
      </p>
      <div ref={list} className="calendar-chosen grid gap-6">
        {chosen && (
          <DateSection title={formatDate(language(), chosen, true)} timeline={timeline} date={chosen} />
        )}
      </div>
      {[month, month.slice(0, 4)].map((date) => (
        <DateSection
          key={date}
          title={messages.someTimeIn({ date: formatDate(language(), date) })}
          timeline={timeline}
          date={date}
        />
      ))}
    </div>
  )
}

/** Shows a list that begins below the window, once it is there. */
function useScrollToList(chosen: Day | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const isAwaited = useRef(false)
  useEffect(() => {
    if (chosen && isAwaited.current) list.current?.scrollIntoView({ block: 'nearest' })
    isAwaited.current = false
  }, [chosen])
  const scrollToList = useCallback(() => {
    isAwaited.current = true
  }, [])
  return { list, scrollToList }
}

type MonthButtonProps = {
  to: Month
  forward?: boolean
  range: CalendarRange
  onShow: (month: Month) => void
}

function MonthButton({ to, forward = false, range, onShow }: MonthButtonProps) {
  const isOutside = to < range.first || to > range.last
  const Icon = forward ? ChevronRight : ChevronLeft
  return (
    <button
      type="button"
      className="icon-button calendar-step"
      aria-label={forward ? messages.nextMonth() : messages.previousMonth()}
      // `disabled` would lose the focus.
      aria-disabled={isOutside}
      onClick={() => isOutside || onShow(to)}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  )
}

type DateSectionProps = { title: string; timeline: Timeline<Entry>; date: string }

/** Nothing where nothing is listed. */
function DateSection({ title, timeline, date }: DateSectionProps) {
  const id = useId()
  const items = itemsOf(timeline.get(date))
  if (items.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <TimelineItems key={date} items={items} />
    </section>
  )
}
