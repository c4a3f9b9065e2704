import { Field } from '../../../../ui/field/field.tsx'
import type { OfferedProvider } from '../../social/providers.contract.ts'
import { startPath } from '../../social/providers.rules.ts'
import { Form } from '../../ui/account-forms.tsx'
import * as messages from '../messages.en.yaml'

export function EmailCode(props: { address: string; sent: boolean; error?: string | undefined }) {
  return (
    <>
      {props.sent && (
        <Form address={props.address} submit={messages.continue()}>
          <p role="status">{messages.codeMailed()}</p>
          <Field
            name="code"
            label={messages.code()}
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
          {props.sent ? messages.mailAnother() : messages.mailCode()}
        </button>
      </form>
    </>
  )
}

type SecondStep = { app: boolean; texts: { factor_id: string; end: string }[] }

function codeHint({ app, texts }: SecondStep): string {
  if (texts.length > 0) return app ? messages.fromAppOrText() : messages.fromText()
  return app ? messages.fromApp() : messages.recoveryCode()
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
          label={messages.code()}
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
      {props.sent && props.texts.length > 0 && <p role="status">{messages.codeTexted()}</p>}
      {props.texts.map(({ factor_id, end }) => (
        <form key={factor_id} method="post" action={props.address}>
          <input type="hidden" name="factor_id" value={factor_id} />
          <button
            type="submit"
            name="intent"
            value="text-code"
            className={props.quiet ? 'btn btn-quiet' : 'btn'}
          >
            {messages.textCode({ end })}
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
        {messages.signInAgain({ provider: label })}
      </button>
    </form>
  ))
}
