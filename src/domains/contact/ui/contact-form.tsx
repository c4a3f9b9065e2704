import { href } from 'react-router'
import { Checkbox, Field, initialFocus, RadioGroup, TextArea } from '../../../ui/field/field.tsx'
import type { FormErrors, FormValues } from '../contact.contract.ts'
import { helpTypeLabels, helpTypes, honeypotField, messageLength } from '../contact.rules.ts'
import * as messages from '../messages.en.yaml'

export function ContactIntro({ retentionDays }: { retentionDays: number }) {
  return (
    <div className="grid content-start gap-6 min-w-0">
      <h1>{messages.title()}</h1>
      <p className="lede">{messages.lede()}</p>
      <p className="note">
        <strong className="block">{messages.notForEmergencies()}</strong>
        {messages.emergencies({ resources: (text) => <a href={href('/resources')}>{text}</a> })}
      </p>
      <p className="max-w-prose">{messages.whoReads({ days: retentionDays })}</p>
    </div>
  )
}

/** Focused, so that screen readers read it first. */
export function MessageSent() {
  return (
    <div role="status" tabIndex={-1} className="form-done grid gap-1" {...initialFocus}>
      <h2>{messages.sent()}</h2>
      <p>{messages.sentDescription()}</p>
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
          {form ?? messages.hasProblems()}
        </p>
      )}
      <Field {...fieldProps('name')} label={messages.name()} autoComplete="name" defaultValue={typed?.name} />
      <Field
        {...fieldProps('email')}
        label={messages.email()}
        type="email"
        hint={messages.emailHint()}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={typed?.email}
      />
      <RadioGroup
        {...fieldProps('helpType')}
        label={messages.helpType()}
        items={helpTypes.map((value) => ({ value, label: labels[value] }))}
        value={typed?.helpType}
        required
      />
      <TextArea
        {...fieldProps('message')}
        label={messages.message()}
        hint={messages.messageHint({ min: messageLength.min })}
        rows={8}
        // The browser must not restore a message for the next person here.
        autoComplete="off"
        required
        defaultValue={typed?.message}
      />
      <p hidden>
        <label htmlFor={honeypotField}>{messages.leaveEmpty()}</label>
        <input id={honeypotField} name={honeypotField} autoComplete="off" tabIndex={-1} />
      </p>
      <Checkbox {...fieldProps('confirmation')} required defaultChecked={typed?.confirmation}>
        {messages.confirmation()}
      </Checkbox>
      <button type="submit" className="btn justify-self-start">
        {messages.send()}
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
