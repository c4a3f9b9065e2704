import { Checkbox, Field, initialFocus, RadioGroup, TextArea } from '../../../ui/field/field.tsx'
import type { Problems, Typed } from '../contact.contract.ts'
import { contactMessages, helpTypes, helpTypeWords, messageLength, trap } from '../contact.rules.ts'

/**
 * What stands beside the form (specification point 2, "Contact").
 *
 * @param keptDays how long a message is kept
 */
export function ContactWords({ keptDays }: { keptDays: number }) {
  return (
    <div className="grid content-start gap-6 min-w-0">
      <h1>Contact us</h1>
      <p className="lede">Every message is read and answered within 2-3 business days.</p>
      <p className="note">
        <strong className="block">Not for emergencies</strong>
        This form is not monitored for emergencies. If you are in danger, or need to talk to someone now,
        lines that answer 24 hours a day are under <a href="/resources">Resources</a>.
      </p>
      <p className="max-w-prose">
        Your message goes to the people who run this site, and to nobody else. Our own copy is encrypted, and
        erased after {keptDays} {keptDays === 1 ? 'day' : 'days'}. You need not tell more than you want to.
      </p>
    </div>
  )
}

/** 'Message sent!' (specification points 4 and 8): the page begins here, so that it is the first thing that is read out. */
export function MessageSent() {
  const { title, description } = contactMessages.sent
  return (
    <div role="status" tabIndex={-1} className="form-done grid gap-1" {...initialFocus}>
      <h2>{title}</h2>
      <p>{description}</p>
    </div>
  )
}

/**
 * The form (specification points 3 and 5). It is no React in the browser and no script: it is sent, and comes back with a word
 * beside each field that wants one (docs/decisions/004).
 *
 * @param typed what was typed, when it comes back
 * @param form what is wrong with none of the fields
 */
export function ContactForm({ product, typed, problems = {}, form }: Props) {
  const words = helpTypeWords(product)
  const wrong = Object.values(problems).some(Boolean)
  const of = (name: keyof Typed) => ({ name, error: problems[name] })
  return (
    // `noValidate`: what is wrong is said in our words beside its field, by the server, which looks at it in any case.
    <form method="post" action="/contact" className="contact-form" noValidate>
      {(form || wrong) && (
        <p role="alert" tabIndex={-1} className="form-problem" {...(form && initialFocus)}>
          {form ?? contactMessages.wrong}
        </p>
      )}
      <Field {...of('name')} label="Name (optional)" autoComplete="name" defaultValue={typed?.name} />
      <Field
        {...of('email')}
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
        {...of('helpType')}
        label="How can we help you?"
        items={helpTypes.map((value) => ({ value, label: words[value] }))}
        value={typed?.helpType}
        required
      />
      <TextArea
        {...of('message')}
        label="Message"
        hint={`At least ${messageLength.min} characters.`}
        rows={8}
        // What was written must not stand here again when somebody else opens the page.
        autoComplete="off"
        required
        defaultValue={typed?.message}
      />
      <p hidden>
        <label htmlFor={trap}>Please leave this empty</label>
        <input id={trap} name={trap} autoComplete="off" tabIndex={-1} />
      </p>
      <Checkbox {...of('confirmation')} required defaultChecked={typed?.confirmation}>
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
  typed?: Typed | undefined
  problems?: Problems | undefined
  form?: string | undefined
}
