import { useId } from 'react'
import * as messages from '../../messages.en.yaml'
import type { MonthInput, PrintChoice } from '../print-selection.rules.ts'
import { Choice, ChoiceGroup } from './print-options.tsx'

type ChooseMonthsProps = {
  choice: PrintChoice
  problem: 'months' | undefined
  /** How many have no date of happening. */
  undated: number
  onChange: (part: Partial<PrintChoice>) => void
}

/** Text fields, because a browser's own picker would swallow Quick Hide's first ESC (safety point 16). */
export function ChooseMonths({ choice, problem, undated, onChange }: ChooseMonthsProps) {
  const id = useId()
  return (
    <>
      <ChoiceGroup legend={messages.printBy()}>
        <Choice name="by" isChosen={choice.by === 'written'} onChoose={() => onChange({ by: 'written' })}>
          {messages.printByWritten()}
        </Choice>
        <Choice name="by" isChosen={choice.by === 'happened'} onChoose={() => onChange({ by: 'happened' })}>
          {messages.printByHappened()}
        </Choice>
      </ChoiceGroup>
      <div className="grid gap-3">
        <p id={`${id}-hint`} className="text-muted">
          {messages.printMonthsHint()}
        </p>
        <div className="flex flex-wrap gap-6">
          <MonthFields
            legend={messages.printFirstMonth()}
            value={choice.first}
            describedBy={problem ? `${id}-problem ${id}-hint` : `${id}-hint`}
            onChange={(first) => onChange({ first })}
          />
          <MonthFields
            legend={messages.printLastMonth()}
            value={choice.last}
            describedBy={problem ? `${id}-problem ${id}-hint` : `${id}-hint`}
            onChange={(last) => onChange({ last })}
          />
        </div>
        {/* No alert, which would interrupt while a year is typed. */}
        {problem && (
          <p id={`${id}-problem`} className="field-error">
            {messages.printMonthProblem()}
          </p>
        )}
        {undated > 0 && <p role="status">{messages.printUndated({ count: undated })}</p>}
      </div>
    </>
  )
}

type MonthFieldsProps = {
  legend: string
  value: MonthInput
  describedBy: string
  onChange: (value: MonthInput) => void
}

const MonthFields = ({ legend, value, describedBy, onChange }: MonthFieldsProps) => (
  <fieldset className="min-w-0">
    <legend className="strong pb-2">{legend}</legend>
    <div className="flex gap-3">
      {(['month', 'year'] as const).map((part) => (
        <label key={part} className="grid gap-1">
          {part === 'month' ? messages.happenedMonth() : messages.happenedYear()}
          <input
            className={`field when-${part}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            value={value[part]}
            aria-describedby={describedBy}
            onChange={({ target }) => onChange({ ...value, [part]: target.value })}
          />
        </label>
      ))}
    </div>
  </fieldset>
)
