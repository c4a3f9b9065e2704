import { href } from 'react-router'
import { Checkbox, Field, initialFocus, RadioGroup, TextArea } from '../../../ui/field/field.tsx'
import type { FormErrors, FormValues } from '../contact.contract.ts'
import { contactMessages, helpTypeLabels, helpTypes, honeypotField, messageLength } from '../contact.rules.ts'

export function ContactIntro({ retentionDays }: { retentionDays: number }) {
  return (
    <div className="grid content-start gap-6 min-w-0">
      <h1>Contact us</h1>
      <p className="lede">Every message is read and answered within 2-3 business days.</p>
      <p className="note">
        <strong className="block">Not for emergencies</strong>
        This form is not monitored for emergencies. If you are in danger, or need to talk to someone now,
        lines that answer 24 hours a day are under <a href={href('/resources')}>Resources</a>.
      </p>
      <p className="max-w-prose">
        Your message goes to the people who run this site, and to nobody else. Our own copy is encrypted, and
        erased after {retentionDays} {retentionDays === 1 ? 'day' : 'days'}. You need not tell more than you
        want to.
      </p>
    </div>
  )
}

/** Focused, so that screen readers read it first. */
export function MessageSent() {
  const { title, description } = contactMessages.sent
  return (
    <div role="status" tabIndex={-1} className="form-done grid gap-1" {...initialFocus}>
      <h2>{title}</h2>
      <p>{description}</p>
    </div>
  )
}

/** Server-rendered only (docs/decisions/004). */
export function ContactForm({ product, typed, problems = {}, form }: Props) {
  const labels = helpTypeLabels(product)
  const hasProblems = Object.values(problems).some(Boolean)
  const fieldProps = (name: keyof FormValues) => ({ name, error: problems[name] })
  return (
    // The server shows our own messages.
    <form method="post" action={href('/contact')} className="contact-form" noValidate>
      {(form || hasProblems) && (
        <p role="alert" tabIndex={-1} className="form-problem" {...(form && initialFocus)}>
          {form ?? contactMessages.wrong}
        </p>
      )}
      <Field {...fieldProps('name')} label="Name (optional)" autoComplete="name" defaultValue={typed?.name} />
      <Field
        {...fieldProps('email')}
        label="Email"
        type="email"
        hint="Our answer goes there. Use an inbox nobody else can open."
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={typed?.email}
      />
      <RadioGroup
        {...fieldProps('helpType')}
        label="How can we help you?"
        items={helpTypes.map((value) => ({ value, label: labels[value] }))}
        value={typed?.helpType}
        required
      />
      <TextArea
        {...fieldProps('message')}
        label="Message"
        hint={`At least ${messageLength.min} characters.`}
        rows={8}
        // The browser must not restore a message for the next person here.
        autoComplete="off"
        required
        defaultValue={typed?.message}
      />
      <p hidden>
        <label htmlFor={honeypotField}>Please leave this empty</label>
        <input id={honeypotField} name={honeypotField} autoComplete="off" tabIndex={-1} />
      </p>
      <Checkbox {...fieldProps('confirmation')} required defaultChecked={typed?.confirmation}>
        I understand this is not a crisis support form
      </Checkbox>
      <button type="submit" className="btn justify-self-start">
        Send message
      </button>
    </form>
  )
}

type Props = {
  product: string
  typed?: FormValues | undefined
  problems?: FormErrors | undefined
  form?: string | undefined
}
