import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'

/** Where a page begins that answers a form: without a script, by an attribute of HTML; the first of a page counts. */
export const begin = { autoFocus: true }

type Said = { name: string; label: string; hint?: ReactNode; error?: string | undefined }
type FieldProps = InputHTMLAttributes<HTMLInputElement> & Said

/**
 * A labelled input with its hint and, beside it, what is wrong (WCAG 3.3.1, 3.3.2): said by the input itself to screen readers, and
 * the page begins at the first of these.
 */
export function Field({ name, label, hint, error, ...input }: FieldProps) {
  return (
    <Labelled {...{ name, label, hint, error }}>
      <input id={name} name={name} className="field" {...describedBy({ name, hint, error })} {...input} />
    </Labelled>
  )
}

/** The same for a text of several lines. */
export function TextArea({ name, label, hint, error, ...area }: AreaProps) {
  return (
    <Labelled {...{ name, label, hint, error }}>
      <textarea
        id={name}
        name={name}
        className="text-area"
        {...describedBy({ name, hint, error })}
        {...area}
      />
    </Labelled>
  )
}

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Said

function Labelled({ name, label, hint, error, children }: Said & { children: ReactNode }) {
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

function FieldError({ name, error }: Pick<Said, 'name' | 'error'>) {
  return (
    error && (
      <p id={`${name}-error`} className="field-error">
        {error}
      </p>
    )
  )
}

function describedBy({ name, hint, error }: Omit<Said, 'label'>) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, ...(error && { 'aria-invalid': true, ...begin }) }
}

/**
 * One of a few, all of them in sight: a native list box would swallow the first ESC of Quick Hide (safety point 16).
 *
 * @param input goes to the first of them, which is where the keyboard comes in
 */
export function RadioGroup({ name, label, items, value, error, ...input }: ChoicesProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="strong pb-2">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {items.map((item, place) => (
          <label key={item.value} className="choice">
            <input
              type="radio"
              name={name}
              value={item.value}
              defaultChecked={item.value === value}
              className="size-5 accent-act flex-none"
              {...(place === 0 && { ...(error && begin), ...input })}
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
  /** What was chosen; anything else chooses none. */
  value?: string | undefined
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
