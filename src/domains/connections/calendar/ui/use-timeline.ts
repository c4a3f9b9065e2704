import { useEffect, useState } from 'react'
import type { Entry } from '../../entries.contract.ts'
import { onLocksChange, openLocks } from '../../open-lock/open-locks.client.ts'
import { daysOfZone } from '../calendar.rules.ts'
import { addToTimeline, datesOf, type Timeline } from '../timeline.rules.ts'

/** Keeps the page responsive: finding the days of 10,000 Connections takes longer than a frame. */
const sliceMs = 8

type Grouping = { zone: string; timeline: Timeline<Entry>; read: number; last: Entry | undefined }
/** The timeline grows in place; `dates` are new each time. */
type Shown = { timeline: Timeline<Entry>; dates: readonly string[] }

const startGrouping = (zone: string): Grouping => ({ zone, timeline: new Map(), read: 0, last: undefined })

const toShown = ({ timeline }: Grouping): Shown => ({ timeline, dates: datesOf(timeline) })

/** To show it at once on return; in memory only. */
let latest = startGrouping('')
if (!import.meta.env.SSR)
  onLocksChange(() => {
    if (openLocks().size === 0) latest = startGrouping('')
  })

/**
 * Groups Connections by date, in time slices.
 *
 * @param entries must keep its identity; it may grow at its end
 * @param zone of the days on which they were written
 * @returns undefined until the first ones are grouped
 */
export function useTimeline(entries: readonly Entry[], zone: string): Shown | undefined {
  const [shown, setShown] = useState<Shown | undefined>(() =>
    canContinue(entries, zone) && latest.read > 0 ? toShown(latest) : undefined,
  )
  useEffect(() => {
    if (!canContinue(entries, zone)) latest = startGrouping(zone)
    const grouping = latest
    const dayOf = daysOfZone(zone)
    let stopped = false
    const run = async () => {
      while (grouping.read < entries.length) {
        const until = performance.now() + sliceMs
        while (grouping.read < entries.length && performance.now() < until) {
          grouping.last = entries[grouping.read++]
          if (grouping.last) addToTimeline(grouping.timeline, grouping.last, dayOf)
        }
        await new Promise((resolve) => setTimeout(resolve))
        if (stopped) return
      }
      if (grouping.read > 0) setShown(toShown(grouping))
    }
    run()
    return () => {
      stopped = true
    }
  }, [entries, zone])
  return shown
}

const canContinue = (entries: readonly Entry[], zone: string) =>
  latest.zone === zone && entries[latest.read - 1] === latest.last
