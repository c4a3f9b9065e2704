import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'
import * as messages from '../messages.en.yaml'

/** Without JavaScript, browsers focus the page's first `autofocus`: its result or error. */
export const initialFocus = { autoFocus: true }

type FieldText = { name: string; label: string; hint?: ReactNode; error?: string | undefined }
type FieldProps = InputHTMLAttributes<HTMLInputElement> & FieldText

/** WCAG 3.3.1, 3.3.2. */
export function Field({ name, label, hint, error, ...input }: FieldProps) {
  return (
    <LabelledControl {...{ name, label, hint, error }}>
      <input id={name} name={name} className="field" {...describedBy({ name, hint, error })} {...input} />
    </LabelledControl>
  )
}

export function TextArea({ name, label, hint, error, ...area }: AreaProps) {
  return (
    <LabelledControl {...{ name, label, hint, error }}>
      <textarea
        id={name}
        name={name}
        className="text-area"
        {...describedBy({ name, hint, error })}
        {...area}
      />
    </LabelledControl>
  )
}

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & FieldText

function LabelledControl({ name, label, hint, error, children }: FieldText & { children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <label htmlFor={name} className="strong">
        {label}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError name={name} error={error} />
    </div>
  )
}

function FieldError({ name, error }: Pick<FieldText, 'name' | 'error'>) {
  return (
    error && (
      <p id={`${name}-error`} className="field-error">
        {error}
      </p>
    )
  )
}

function describedBy({ name, hint, error }: Omit<FieldText, 'label'>) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, ...(error && { 'aria-invalid': true, ...initialFocus }) }
}

/** A native select would swallow Quick Hide's first ESC (safety point 16). `input` is for the first radio. */
export function RadioGroup({ name, label, items, value, error, ...input }: ChoicesProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="strong pb-2">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {items.map((item, index) => (
          <label key={item.value} className="choice">
            <input
              type="radio"
              name={name}
              value={item.value}
              defaultChecked={item.value === value}
              className="size-5 accent-act flex-none"
              {...(index === 0 && { ...(error && initialFocus), ...input })}
            />
            <span>{item.label}</span>
          </label>
        ))}
      </div>
      <div className="pt-1">
        <FieldError name={name} error={error} />
      </div>
    </fieldset>
  )
}

type ChoicesProps = Omit<FieldProps, 'hint' | 'value'> & {
  items: readonly { value: string; label: string }[]
  /** Any other value checks none. */
  value?: string | undefined
}

/** Password managers and paste work (WCAG 3.3.8). */
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
        // Its text may change before hydration.
        suppressHydrationWarning
      >
        {messages.showPassword()}
      </button>
    </show-password>
  )
}

export function Checkbox({ name, children, error, ...input }: Omit<FieldProps, 'label' | 'hint'>) {
  return (
    <div className="grid gap-1">
      <label className="tick">
        <input
          type="checkbox"
          name={name}
          className="size-5 accent-act"
          {...describedBy({ name, error })}
          {...input}
        />
        <span>{children}</span>
      </label>
      <FieldError name={name} error={error} />
    </div>
  )
}
