import { useSyncExternalStore } from 'react'
import { ownTimeZone } from './time-zone.ts'

const never = () => () => {}

type DayProps = { time: string; long?: boolean; withTime?: boolean }

/**
 * A day as the reader's own calendar has it. The server does not know their time zone: it writes the day in UTC, and the browser
 * puts its own in place.
 *
 * @param props `time` as ISO 8601; `long` with the name of the weekday and the month written out
 */
export function LocalDate({ time, long = false, withTime = false }: DayProps) {
  const timeZone = useSyncExternalStore(never, ownTimeZone, () => 'UTC')
  const words = new Intl.DateTimeFormat('en-US', {
    dateStyle: long ? 'full' : 'medium',
    ...(withTime && { timeStyle: 'short' }),
    timeZone,
  }).format(new Date(time))
  return (
    <time dateTime={time}>
      {words}
      <noscript> (UTC)</noscript>
    </time>
  )
}
