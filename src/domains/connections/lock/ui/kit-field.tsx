import { type Ref, useId } from 'react'
import type { KitProblem } from '../../keyring/kit.rules.ts'
import * as messages from '../messages.en.yaml'

type KitFieldProps = {
  value: string
  onChange: (words: string) => void
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement>
}

/** The words of a kit, typed in any form. Nothing of them goes to a spelling service, a translator, or the browser's memory of forms. */
export function KitField({ value, onChange, error, ref }: KitFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="strong">
        {messages.kitField()}
      </label>
      <p id={`${id}-hint`} className="text-muted">
        {messages.kitHint()}
      </p>
      <textarea
        ref={ref}
        id={id}
        rows={6}
        className="text-area"
        lang="en"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        maxLength={5_000}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="field-error wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  )
}

/** Why typed words are no kit. */
export function kitMessage(problem: KitProblem): string {
  switch (problem.problem) {
    case 'count':
      return messages.kitCount({ count: problem.count })
    case 'word': {
      const { word: number, suggestion } = problem
      return suggestion ? messages.kitSuggestion({ number, suggestion }) : messages.kitWord({ number })
    }
    case 'checksum':
      return messages.kitChecksum()
  }
}
