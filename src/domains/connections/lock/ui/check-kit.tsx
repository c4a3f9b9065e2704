import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { matchesWord } from '../../keyring/kit-check.rules.ts'
import * as messages from '../messages.en.yaml'
import { Problem, Step } from './step.tsx'

type CheckKitProps = {
  progress: string
  words: readonly string[]
  /** Of the words to type back, from 0. */
  places: readonly number[]
  submit: string
  isSending: boolean
  problem: ReactNode
  onRight: () => void
  onBack: () => void
}

/** Three words are typed back; slips are forgiven. */
export function CheckKit({
  progress,
  words,
  places,
  submit,
  isSending,
  problem,
  onRight,
  onBack,
}: CheckKitProps) {
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [wrong, setWrong] = useState<readonly number[]>([])
  const form = useRef<HTMLFormElement>(null)

  function check(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const failed = places.filter((place) => !matchesWord(typed[place] ?? '', words[place] ?? ''))
    setWrong(failed)
    const [first] = failed
    if (first === undefined) return onRight()
    form.current?.querySelectorAll('input')[places.indexOf(first)]?.focus()
  }
  return (
    <Step title={messages.checkKitTitle()} progress={progress}>
      <p>{messages.checkKitLede()}</p>
      <form ref={form} className="grid gap-5" onSubmit={check} noValidate autoComplete="off">
        {places.map((place) => (
          <WordField
            key={place}
            number={place + 1}
            value={typed[place] ?? ''}
            isWrong={wrong.includes(place)}
            onChange={(word) => setTyped((all) => ({ ...all, [place]: word }))}
          />
        ))}
        <p className="text-muted">{messages.nothingSent()}</p>
        {problem && <Problem>{problem}</Problem>}
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="btn" aria-disabled={isSending}>
            {isSending ? messages.starting() : submit}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onBack} aria-disabled={isSending}>
            {messages.showWordsAgain()}
          </button>
        </div>
      </form>
    </Step>
  )
}

type WordFieldProps = { number: number; value: string; isWrong: boolean; onChange: (word: string) => void }

function WordField({ number, value, isWrong, onChange }: WordFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="strong">
        {messages.checkWord({ number })}
      </label>
      <input
        id={id}
        className="field field-short"
        lang="en"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        maxLength={40}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
      />
      {isWrong && (
        <p id={`${id}-error`} className="field-error">
          {messages.checkWordWrong({ number })}
        </p>
      )}
    </div>
  )
}
