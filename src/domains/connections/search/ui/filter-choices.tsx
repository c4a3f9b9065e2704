import { type ReactNode, useId, useState } from 'react'
import { foldText } from '../../../../platform/fold-text.ts'
import * as messages from '../../messages.en.yaml'
import type { ChosenValue, FilterChoice } from '../entry-filters.rules.ts'

/** Drawn at a time; thousands would block the page. */
const shownLimit = 50
/** From here on, typing narrows them. */
const longList = 12

type FilterChoicesProps = {
  name: string
  /** Of those, one is open. */
  group: string
  choices: readonly FilterChoice[]
  chosen: ChosenValue | null
  onChange: (chosen: ChosenValue | null) => void
  children?: ReactNode
}

/** One value of many, with how many Connections each finds. */
export function FilterChoices({ name, group, choices, chosen, onChange, ...props }: FilterChoicesProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const begun = foldText(typed)
  const selected = choices.find(({ value }) => value === chosen?.value)
  const fitting = begun === '' ? choices : choices.filter(({ label }) => foldText(label).includes(begun))
  const shown = fitting.slice(0, shownLimit)
  // The selected one must not vanish.
  const isMissing = chosen !== null && !shown.some(({ value }) => value === chosen.value)
  const listed = isMissing ? [{ count: 0, ...selected, ...chosen }, ...shown] : shown
  const radio = (choice: ChosenValue | null, text: string) => (
    <label key={choice?.value} className="flex items-center gap-2 min-h-8">
      <input
        type="radio"
        name={id}
        className="size-5 accent-act flex-none"
        checked={chosen?.value === choice?.value}
        onChange={() => onChange(choice)}
      />
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {text}
      </span>
    </label>
  )
  return (
    <details className="fold" name={group}>
      <summary className="btn btn-quiet wrap-anywhere">
        {messages.filterChosen({ name, choice: chosen?.label ?? messages.anyChoice() })}
      </summary>
      <div className="grid gap-3 pt-4">
        {props.children}
        {choices.length > longList && (
          <label className="grid gap-1">
            {messages.narrowChoices()}
            <input
              className="field"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
        )}
        <fieldset className="filter-choices">
          <legend className="visually-hidden">{name}</legend>
          {radio(null, messages.anyChoice())}
          {listed.map(({ count, value, label }) =>
            radio({ value, label }, messages.choice({ name: label, count })),
          )}
        </fieldset>
        {choices.length === 0 && <p className="text-muted">{messages.noChoice()}</p>}
        <p role="status" className="text-muted">
          {choices.length > 0 && shown.length === 0 && messages.noChoiceFits()}
          {fitting.length > shownLimit && messages.moreChoices({ count: fitting.length - shownLimit })}
        </p>
      </div>
    </details>
  )
}
