import { type ReactNode, type Ref, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import * as messages from '../messages.en.yaml'

type PhraseFieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  onChange: (phrase: string) => void
  isShown: boolean
  /** Without it, another field's button shows both. */
  onShow?: (isShown: boolean) => void
  /** Below the field. */
  children?: ReactNode
  /** Id of a text that describes it, too. */
  describedBy?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * A phrase of a lock. It is a password field, because a text field with hidden letters is read aloud, and keyboards learn from it.
 * Chromium offers to save what is in it with `off` and `new-password`, but not with `one-time-code`, hidden or shown, and remembers no such
 * text either. Other browsers look at the fields of a form that goes away, so it is empty then. Without a name no form can send it.
 */
export function PhraseField(props: PhraseFieldProps) {
  const { label, hint, error, value, onChange, isShown, onShow, children, describedBy, ref } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  useEmptyOnRemoval(row)
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="strong">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      <div ref={row} className="phrase-row">
        <input
          ref={ref}
          id={id}
          type={isShown ? 'text' : 'password'}
          className="field"
          autoComplete="one-time-code"
          {...notForManagers}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          translate="no"
          maxLength={1_000}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          aria-describedby={descriptions || undefined}
          aria-invalid={error ? true : undefined}
        />
        {onShow && (
          <button
            type="button"
            className="btn btn-quiet"
            aria-controls={id}
            aria-label={isShown ? messages.hideYourPhrase() : messages.showYourPhrase()}
            onClick={() => onShow(!isShown)}
          >
            {isShown ? messages.hidePhrase() : messages.showPhrase()}
          </button>
        )}
        {children}
      </div>
      {isShown && value.length > oftenVisible && (
        <p className="wrap-anywhere" translate="no" aria-hidden="true">
          {value}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** How many letters a phone's field shows. The whole phrase is below it if it may not fit. */
const oftenVisible = 20

/** Password managers that are extensions leave such a field alone. */
const notForManagers = { 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true' }

function useEmptyOnRemoval(row: RefObject<HTMLDivElement | null>) {
  useLayoutEffect(() => {
    const input = row.current?.querySelector('input')
    return () => {
      if (input) input.value = ''
    }
  }, [row])
}
