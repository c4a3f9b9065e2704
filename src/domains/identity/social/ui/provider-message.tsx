import { href } from 'react-router'
import { restrictedAccountError } from '../../identity.rules.ts'
import type { OfferedProvider, ProviderFailure } from '../providers.contract.ts'

type Message = { title: string; text: string }

const messagesFor = (label: string): Record<ProviderFailure, Message> => ({
  gone: {
    title: 'This sign-in could not be finished',
    text: 'It was finished before, began more than ten minutes ago, or began in another browser. Nothing was changed; you can begin again.',
  },
  denied: {
    title: 'You came back without signing in',
    text: `No problem. Nothing changed, and ${label} shared nothing with us.`,
  },
  failed: {
    title: `${label} could not say who you are`,
    text: 'Its answer was missing or could not be trusted, so nobody was signed in. Please try again in a moment, or take another way.',
  },
  has_account: {
    title: 'There is an account with this address already',
    text: `Please sign in as you did before. Then you can link ${label} in Settings and use it from then on. They are never joined without you.`,
  },
  suspended: { title: 'This account is suspended', text: 'Contact us and we’ll look into it with you.' },
  restricted: {
    title: 'Nothing can be added for now',
    text: restrictedAccountError({ status: 'restricted' }) ?? '',
  },
  wait: { title: 'Too many attempts', text: 'Please wait an hour and try again.' },
  not_linked: {
    title: `That is another ${label} account`,
    text: 'It is not the one that you sign in with here, so nothing was changed. You can sign in there with the other one and try again.',
  },
  not_fresh: {
    title: `${label} did not say that you signed in just now`,
    text: `You were already signed in to ${label} on this device, so that doesn’t prove it’s you. Nothing was changed. Confirm another way, or sign out of ${label} and try again.`,
  },
  identity_already_exists: {
    title: `This ${label} account is in use here already`,
    text: 'It belongs to another account, so it was not linked to yours. Nothing was changed.',
  },
  identity_not_found: {
    title: 'This account is not linked',
    text: 'It may have been unlinked already. Nothing was changed.',
  },
  single_identity_not_deletable: {
    title: 'This is your only way to sign in',
    text: 'Set a password, or add another way to sign in, and unlink it after that. Nothing was changed.',
  },
})

export function ProviderMessage(props: {
  reason: ProviderFailure
  provider?: OfferedProvider | undefined
  signed_in: boolean
}) {
  const { title, text } = messagesFor(props.provider?.label ?? 'The provider')[props.reason]
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {props.reason === 'not_fresh' ? (
          <a href={`${href('/auth-test/prove')}?next=${href('/dashboard/settings')}`}>
            Show it in another way
          </a>
        ) : props.signed_in ? (
          <a href={href('/dashboard/settings')}>Back to Settings</a>
        ) : (
          <a href={href('/auth-test')}>Back to sign in</a>
        )}
      </p>
    </>
  )
}
