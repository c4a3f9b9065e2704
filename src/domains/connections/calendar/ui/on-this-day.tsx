import { useId } from 'react'
import { href } from 'react-router'
import { language } from '../../../../platform/language.ts'
import { SwitchForm } from '../../../../ui/switch/switch-form.tsx'
import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { type Day, formatDate } from '../calendar.rules.ts'
import { onThisDay, type Timeline } from '../timeline.rules.ts'
import { TimelineItems } from './timeline-items.tsx'

/** Off at first, because memories hurt. Works without JavaScript. */
export const OnThisDaySwitch = ({ on, problem }: { on: boolean; problem: string | undefined }) => (
  <section className="no-print grid gap-3" aria-labelledby="on-this-day">
    <SwitchForm
      id="on-this-day"
      title={messages.onThisDayTitle()}
      heading="h2"
      text={on ? messages.onThisDayOn() : messages.onThisDayOff()}
      action={`${href('/dashboard/connections/calendar')}#on-this-day`}
      name="on_this_day"
      on={on}
    />
    {problem && (
      <p role="alert" className="form-problem">
        {problem}
      </p>
    )}
  </section>
)

/** Where the person switched it on; on the calendar page alone. */
export function OnThisDayList({ timeline, today }: { timeline: Timeline<Entry>; today: Day }) {
  const id = useId()
  const dates = onThisDay(timeline, today)
  return (
    <section className="no-print grid gap-4" aria-labelledby={id}>
      <h2 id={id}>{messages.onThisDayList()}</h2>
      {dates.length === 0 && <p className="text-muted">{messages.onThisDayNone()}</p>}
      {dates.map(({ date, items }) => (
        <div key={date} className="grid gap-3">
          <h3>{formatDate(language(), date)}</h3>
          <TimelineItems items={items} />
        </div>
      ))}
    </section>
  )
}
