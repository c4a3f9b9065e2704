import { Checkbox } from '../../../../ui/field/field.tsx'
import { type Carried, Form } from '../../ui/account-forms.tsx'
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
        <legend className="mb-3">
          {mode === 'sign-up' ? 'Or create it with an account you have' : 'Or sign in with another account'}
        </legend>
        {mode === 'sign-up' && (
          <Checkbox name="of_age" required>
            I am at least 16 years old
          </Checkbox>
        )}
        <Checkbox name="shared_device">This is a shared device</Checkbox>
        <div className="flex flex-wrap gap-3">
          {providers.map(({ key, label }) => (
            <button key={key} type="submit" formAction={startUrl(key, carried)} className="btn btn-quiet">
              Continue with {label}
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
      <h1>One question first</h1>
      <p>
        {props.provider.label} has confirmed your address, and there is no account here with it yet. It is
        made when you press the button, and not before.
      </p>
      <Form address={startPath(props.provider.key)} submit="Create account">
        <input type="hidden" name="intent" value="join" />
        <input type="hidden" name="ticket" value={props.ticket} />
        <Checkbox name="of_age" required error={props.error}>
          I am at least 16 years old
        </Checkbox>
      </Form>
    </>
  )
}

/** The link is for browsers that do not redirect. */
export function ProviderRedirect({ provider, to }: { provider: OfferedProvider; to: string }) {
  return (
    <>
      <h1>On to {provider.label}</h1>
      <p>
        <a href={to}>Continue to {provider.label}</a> if nothing happens.
      </p>
    </>
  )
}
