import { Field } from '../../../../ui/field/field.tsx'
import type { OfferedProvider } from '../../social/providers.contract.ts'
import { startPath } from '../../social/providers.rules.ts'
import { Form } from '../../ui/account-forms.tsx'

export function EmailCode(props: { address: string; sent: boolean; error?: string | undefined }) {
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
        <button
          type="submit"
          name="intent"
          value="mail-code"
          className={props.sent ? 'btn btn-quiet' : 'btn'}
        >
          {props.sent ? 'Send another code' : 'Send a code to my address'}
        </button>
      </form>
    </>
  )
}

type SecondStep = { app: boolean; texts: { factor_id: string; end: string }[] }

function codeHint({ app, texts }: SecondStep): string {
  const sources = [app && 'From your authenticator app', texts.length > 0 && 'from a text to your number']
  const joined = [...sources.filter(Boolean), 'one of your recovery codes'].join(', or ')
  return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}.`
}

export function SecondStepCode(props: {
  address: string
  ways: SecondStep
  sent: boolean
  submit: string
  quiet?: boolean
  error?: string | undefined
}) {
  const { app, texts } = props.ways
  const sendFirst = !app && texts.length > 0 && !props.sent && !props.error && !props.quiet
  return (
    <>
      <SmsCode address={props.address} texts={texts} sent={props.sent} quiet={!sendFirst} />
      <Form address={props.address} submit={props.submit} quiet={props.quiet || sendFirst}>
        <Field
          name="code"
          label="Code"
          hint={codeHint(props.ways)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
          error={props.error}
        />
      </Form>
    </>
  )
}

function SmsCode(props: { address: string; texts: SecondStep['texts']; sent: boolean; quiet: boolean }) {
  return (
    <>
      {props.sent && props.texts.length > 0 && (
        <p role="status">A text with a code is on its way. It works for ten minutes.</p>
      )}
      {props.texts.map(({ factor_id, end }) => (
        <form key={factor_id} method="post" action={props.address}>
          <input type="hidden" name="factor_id" value={factor_id} />
          <button
            type="submit"
            name="intent"
            value="text-code"
            className={props.quiet ? 'btn btn-quiet' : 'btn'}
          >
            {`Send a code to the number that ends in ${end}`}
          </button>
        </form>
      ))}
    </>
  )
}

export function ReauthProviders({ providers, next }: { providers: OfferedProvider[]; next: string }) {
  return providers.map(({ key, label }) => (
    <form key={key} method="post" action={`${startPath(key)}?${new URLSearchParams({ next })}`}>
      <button type="submit" name="intent" value="prove" className="btn btn-quiet">
        Sign in at {label} once more
      </button>
    </form>
  ))
}
