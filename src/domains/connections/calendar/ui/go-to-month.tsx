import { useState } from 'react'
import { language } from '../../../../platform/language.ts'
import * as messages from '../../messages.en.yaml'
import { TextProblem } from '../../ui/form-parts.tsx'
import { type CalendarRange, formatDate, type Month, readMonth } from '../calendar.rules.ts'

type GoToMonthProps = { range: CalendarRange; onShow: (month: Month) => void }

/** Text fields: browsers' pickers would swallow Quick Hide's first ESC (safety point 16). */
export function GoToMonth({ range, onShow }: GoToMonthProps) {
  const [typed, setTyped] = useState({ month: '', year: '' })
  const [problem, setProblem] = useState<string>()
  const field = (name: 'month' | 'year', label: string) => (
    <label className="grid gap-1">
      {label}
      <input
        className={`field go-to-${name}`}
        autoComplete="off"
        {...(name === 'year' && { inputMode: 'numeric' })}
        maxLength={20}
        value={typed[name]}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && 'go-to-problem'}
      />
    </label>
  )
  return (
    <form
      className="no-print grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const month = readMonth(typed, range, language())
        setProblem(
          month
            ? undefined
            : messages.goToProblem({
                first: formatDate(language(), range.first),
                last: formatDate(language(), range.last),
              }),
        )
        if (month) onShow(month)
      }}
    >
      <fieldset className="flex flex-wrap items-end gap-3">
        <legend className="visually-hidden">{messages.goTo()}</legend>
        {field('month', messages.happenedMonth())}
        {field('year', messages.happenedYear())}
        <button type="submit" className="btn btn-quiet">
          {messages.goTo()}
        </button>
      </fieldset>
      <TextProblem id="go-to-problem" text={problem} />
    </form>
  )
}
