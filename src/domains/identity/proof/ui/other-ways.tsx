import { Field } from '../../../../ui/field/field.tsx'
import type { OfferedProvider } from '../../providers/contract.ts'
import { startPath } from '../../providers/rules.ts'
import { Form } from '../../ui/account-forms.tsx'

/** A code by e-mail: asked for first, then typed. */
export function MailedCode(props: { address: string; sent: boolean; error?: string | undefined }) {
  return (
    <>
      {props.sent && (
        <Form address={props.address} submit="Continue">
          <p role="status">A message with a code is on its way to your address. It works for one hour.</p>
          <Field
            name="code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            required
            error={props.error}
          />
        </Form>
      )}
      <form method="post" action={props.address}>
        <button type="submit" name="deed" value="mail-code" className={props.sent ? 'btn btn-quiet' : 'btn'}>
          {props.sent ? 'Send another code' : 'Send a code to my address'}
        </button>
      </form>
    </>
  )
}

/** A code in a text: one button for each number, of which two digits are enough to know it. */
export function TextedCode(props: {
  address: string
  texts: { factor_id: string; end: string }[]
  sent: boolean
}) {
  return (
    <>
      {props.sent && props.texts.length > 0 && (
        <p role="status">A text with a code is on its way. It works for ten minutes.</p>
      )}
      {props.texts.map(({ factor_id, end }) => (
        <form key={factor_id} method="post" action={props.address}>
          <input type="hidden" name="factor_id" value={factor_id} />
          <button type="submit" name="deed" value="text-code" className="btn btn-quiet">
            {`Send a code to the number that ends in ${end}`}
          </button>
        </form>
      ))}
    </>
  )
}

/** One button for each provider that the person signs in with. */
export function ProvidersAgain({ providers, next }: { providers: OfferedProvider[]; next: string }) {
  return providers.map(({ key, label }) => (
    <form key={key} method="post" action={`${startPath(key)}?${new URLSearchParams({ next })}`}>
      <button type="submit" name="deed" value="prove" className="btn btn-quiet">
        Sign in at {label} once more
      </button>
    </form>
  ))
}
