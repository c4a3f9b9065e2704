import { browserTimeZone } from '../../../ui/local-date/time-zone.ts'
import { emptyHappened, type HappenedInput } from '../document/happened.rules.ts'
import * as messages from '../messages.en.yaml'
import { TextProblem } from './form-parts.tsx'

type WhenFieldsProps = {
  value: HappenedInput
  problem: string | undefined
  onChange: (value: HappenedInput) => void
}

/**
 * Three text fields, because a person may know only the year (GOV.UK Design System, "Date input"). Pickers of the browser would swallow
 * Quick Hide's first ESC (safety point 16).
 */
export function WhenFields({ value, problem, onChange }: WhenFieldsProps) {
  const change = (part: Partial<HappenedInput>) =>
    onChange({ ...value, time_zone: browserTimeZone(), ...part })
  const field = (name: 'day' | 'month' | 'year' | 'time', label: string, numeric = true) => (
    <label className="grid gap-1">
      {label}
      <input
        name={`happened_${name}`}
        className={`field when-${name}`}
        autoComplete="off"
        {...(numeric && { inputMode: 'numeric' })}
        value={value[name]}
        maxLength={20}
        onChange={({ target }) => change({ [name]: target.value })}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'when-problem when-hint' : 'when-hint'}
      />
    </label>
  )
  const isEmpty = [value.day, value.month, value.year, value.time].every((text) => text === '')
  return (
    <fieldset className="grid gap-3">
      <legend className="visually-hidden">{messages.when()}</legend>
      <p id="when-hint" className="text-muted">
        {messages.happenedHint()}
      </p>
      <div className="flex flex-wrap gap-3">
        {field('month', messages.happenedMonth())}
        {field('day', messages.happenedDay())}
        {field('year', messages.happenedYear())}
        {field('time', messages.happenedTime(), false)}
      </div>
      <input type="hidden" name="happened_zone" value={value.time_zone ?? ''} />
      <label className="flex items-center gap-3">
        <input
          type="checkbox"
          name="happened_about"
          className="size-5 accent-act"
          checked={value.about}
          onChange={({ target }) => change({ about: target.checked })}
        />
        {messages.happenedAbout()}
      </label>
      <TextProblem id="when-problem" text={problem} />
      {!isEmpty && (
        <p className="needs-react">
          <button type="button" className="link-button" onClick={() => onChange(emptyHappened)}>
            {messages.clearDate()}
          </button>
        </p>
      )}
    </fieldset>
  )
}
