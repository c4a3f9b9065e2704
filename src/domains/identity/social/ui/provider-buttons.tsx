import { Checkbox } from '../../../../ui/field/field.tsx'
import { type Carried, Form } from '../../ui/account-forms.tsx'
import * as messages from '../messages.en.yaml'
import type { OfferedProvider } from '../providers.contract.ts'
import { startPath } from '../providers.rules.ts'

function startUrl(key: string, { next, wanted }: Carried): string {
  const query = new URLSearchParams({ ...(next && { next }), ...wanted })
  return query.size > 0 ? `${startPath(key)}?${query}` : startPath(key)
}

type ProviderButtonsProps = {
  providers: OfferedProvider[]
  mode: 'sign-in' | 'sign-up'
  carried: Carried
}

/** Nothing is sent to a provider before a click. */
export function ProviderButtons({ providers, mode, carried }: ProviderButtonsProps) {
  const [first] = providers
  if (!first) return null
  return (
    <form method="post" action={startUrl(first.key, carried)}>
      <fieldset className="grid gap-4">
        <legend className="mb-3">{mode === 'sign-up' ? messages.signUpWith() : messages.signInWith()}</legend>
        {mode === 'sign-up' && (
          <Checkbox name="of_age" required>
            {messages.ofAge()}
          </Checkbox>
        )}
        <Checkbox name="shared_device">{messages.sharedDevice()}</Checkbox>
        <div className="flex flex-wrap gap-3">
          {providers.map(({ key, label }) => (
            <button key={key} type="submit" formAction={startUrl(key, carried)} className="btn btn-quiet">
              {messages.continueWith({ provider: label })}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  )
}

/** Nothing is stored before. */
export function AgeQuestion(props: {
  provider: OfferedProvider
  ticket: string
  error?: string | undefined
}) {
  return (
    <>
      <h1>{messages.ageTitle()}</h1>
      <p>{messages.age({ provider: props.provider.label })}</p>
      <Form address={startPath(props.provider.key)} submit={messages.createAccount()}>
        <input type="hidden" name="intent" value="join" />
        <input type="hidden" name="ticket" value={props.ticket} />
        <Checkbox name="of_age" required error={props.error}>
          {messages.ofAge()}
        </Checkbox>
      </Form>
    </>
  )
}

/** The link is for browsers that do not redirect. */
export function ProviderRedirect({ provider, to }: { provider: OfferedProvider; to: string }) {
  return (
    <>
      <h1>{messages.onTo({ provider: provider.label })}</h1>
      <p>{messages.continueTo({ name: provider.label, provider: (text) => <a href={to}>{text}</a> })}</p>
    </>
  )
}
