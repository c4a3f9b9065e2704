import { type Ref, useEffect, useId, useState } from 'react'
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
  /** Id of a text that describes it, too. */
  describedBy?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * A phrase of a lock. Browsers offer to save what is in password fields, and restore text fields that allow autocomplete; a text field with
 * hidden letters does neither. It has no name, so that no form can send it.
 */
export function PhraseField(props: PhraseFieldProps) {
  const { label, hint, error, value, onChange, isShown, onShow, describedBy, ref } = props
  const id = useId()
  const canHideText = useCanHideText()
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
      <div className="phrase-row">
        <input
          ref={ref}
          id={id}
          type={isShown || canHideText ? 'text' : 'password'}
          className={isShown ? 'field' : 'field phrase-hidden'}
          autoComplete="off"
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
          <button type="button" className="btn btn-quiet" aria-controls={id} onClick={() => onShow(!isShown)}>
            {isShown ? messages.hidePhrase() : messages.showPhrase()}
          </button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** Whether the style hides letters. Firefox before 111 does not know it. */
function useCanHideText(): boolean {
  const [canHide, setCanHide] = useState(false)
  useEffect(() => setCanHide(CSS.supports('-webkit-text-security', 'disc')), [])
  return canHide
}
