import type { InputHTMLAttributes, ReactNode } from 'react'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A labelled input with its hint and, beside it, what is wrong (WCAG 3.3.1, 3.3.2): said by the input itself to screen readers. */
export function Field({ name, label, hint, error, ...input }: FieldProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1">
      <label htmlFor={name} className="strong">
        {label}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      <input
        id={name}
        name={name}
        className="field"
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        {...input}
      />
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** A password, which its owner may look at while typing (WCAG 3.3.8): managers and paste work, nothing is checked per key. */
export function PasswordField(
  props: Omit<FieldProps, 'type'> & { autoComplete: 'current-password' | 'new-password' },
) {
  return (
    <show-password>
      <Field {...props} type="password" autoCapitalize="none" spellCheck={false} maxLength={200} />
      <button
        type="button"
        className="show-password"
        aria-pressed="false"
        aria-controls={props.name}
        hidden
        // Its words change when it is pressed, perhaps before React has come.
        suppressHydrationWarning
      >
        Show password
      </button>
    </show-password>
  )
}

/** A box to tick, with its words beside it. */
export function Tick({ name, children, error, ...input }: Omit<FieldProps, 'label' | 'hint'>) {
  return (
    <div className="grid gap-1">
      <label className="tick">
        <input
          type="checkbox"
          name={name}
          className="size-5 accent-act"
          aria-describedby={error ? `${name}-error` : undefined}
          aria-invalid={error ? true : undefined}
          {...input}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
