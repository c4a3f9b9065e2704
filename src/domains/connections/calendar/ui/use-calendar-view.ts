import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { pageSize } from '../../entries.rules.ts'
import type { Day, Month } from '../calendar.rules.ts'

/** What the calendar shows. */
export type CalendarView = {
  kind: 'month' | 'list'
  month: Month
  /** Where Tab enters the grid. */
  focused: Day
  /** Whose Connections are listed. */
  chosen: Day | undefined
  /** How many items the list has. */
  shown: number
}

type LastView = { key: string; view: CalendarView; scroll: number; link: string | undefined }

/** Browsers write URLs and history state to disk (safety points 12 and 23). */
let lastView: LastView | undefined

/** The view, restored by Back. @param today where a new visit begins */
export function useCalendarView(today: Day): [CalendarView, (change: Partial<CalendarView>) => void] {
  const { key } = useLocation()
  const [returned] = useState(() => (lastView?.key === key ? lastView : undefined))
  const [view, setView] = useState<CalendarView>(
    returned?.view ?? {
      kind: 'month',
      month: today.slice(0, 7),
      focused: today,
      chosen: undefined,
      shown: pageSize,
    },
  )

  useLayoutEffect(() => {
    const before = lastView?.key === key ? lastView : { scroll: 0, link: undefined }
    lastView = { ...before, key, view }
  }, [key, view])

  useLayoutEffect(() => {
    if (returned) scrollTo(0, returned.scroll)
    const storeScroll = () => {
      if (lastView) lastView.scroll = scrollY
    }
    addEventListener('scroll', storeScroll, { passive: true })
    return () => {
      removeEventListener('scroll', storeScroll)
      if (lastView) lastView.link = document.activeElement?.getAttribute('href') ?? undefined
    }
  }, [returned])

  useEffect(() => {
    const link = returned?.link
    if (!link) return
    // After the layout, which focuses the start of every page.
    const timer = setTimeout(() =>
      document.querySelector<HTMLElement>(`[data-items] a[href="${link}"]`)?.focus({ preventScroll: true }),
    )
    return () => clearTimeout(timer)
  }, [returned])

  const change = useCallback((change: Partial<CalendarView>) => setView((now) => ({ ...now, ...change })), [])
  return [view, change]
}
