import { useSyncExternalStore } from 'react'
import { browserTimeZone } from './time-zone.ts'

const noSubscription = () => () => {}

type LocalDateProps = { time: string; long?: boolean; withTime?: boolean }

/**
 * A date in the browser's time zone. The server does not know it and renders UTC; hydration replaces that.
 *
 * @param props `time` as ISO 8601; `long` adds the weekday and the full month name
 */
export function LocalDate({ time, long = false, withTime = false }: LocalDateProps) {
  const timeZone = useSyncExternalStore(noSubscription, browserTimeZone, () => 'UTC')
  const text = new Intl.DateTimeFormat('en-US', {
    dateStyle: long ? 'full' : 'medium',
    ...(withTime && { timeStyle: 'short' }),
    timeZone,
  }).format(new Date(time))
  return (
    <time dateTime={time}>
      {text}
      <noscript> (UTC)</noscript>
    </time>
  )
}
