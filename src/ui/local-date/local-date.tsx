import { useSyncExternalStore } from 'react'
import * as messages from '../messages.en.yaml'
import { browserTimeZone } from './time-zone.ts'

const noSubscription = () => () => {}

type LocalDateProps = { time: string; long?: boolean; withTime?: boolean }

/** The server doesn't know the time zone and renders UTC; hydration replaces that. */
export function LocalDate({ time, long = false, withTime = false }: LocalDateProps) {
  const timeZone = useSyncExternalStore(noSubscription, browserTimeZone, () => 'UTC')
  const text = new Intl.DateTimeFormat(messages.dateLanguage(), {
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
