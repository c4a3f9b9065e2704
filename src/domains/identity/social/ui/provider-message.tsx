import { href } from 'react-router'
import { restrictedAccountError } from '../../identity.rules.ts'
import * as messages from '../messages.en.yaml'
import type { OfferedProvider, ProviderFailure } from '../providers.contract.ts'

type Message = { title: string; text: string }

const messagesFor = (provider: string): Record<ProviderFailure, Message> => ({
  gone: { title: messages.goneTitle(), text: messages.gone() },
  denied: { title: messages.deniedTitle(), text: messages.denied({ provider }) },
  failed: { title: messages.failedTitle({ provider }), text: messages.failed() },
  has_account: { title: messages.hasAccountTitle(), text: messages.hasAccount({ provider }) },
  suspended: { title: messages.suspendedTitle(), text: messages.suspended() },
  restricted: {
    title: messages.restrictedTitle(),
    text: restrictedAccountError({ status: 'restricted' }) ?? '',
  },
  wait: { title: messages.waitTitle(), text: messages.wait() },
  not_linked: { title: messages.notLinkedTitle({ provider }), text: messages.notLinked() },
  not_fresh: { title: messages.notFreshTitle({ provider }), text: messages.notFresh({ provider }) },
  identity_already_exists: { title: messages.inUseTitle({ provider }), text: messages.inUse() },
  identity_not_found: { title: messages.notFoundTitle(), text: messages.notFound() },
  single_identity_not_deletable: { title: messages.onlyWayTitle(), text: messages.onlyWay() },
})

export function ProviderMessage(props: {
  reason: ProviderFailure
  provider?: OfferedProvider | undefined
  signed_in: boolean
}) {
  const { title, text } = messagesFor(props.provider?.label ?? messages.theProvider())[props.reason]
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {props.reason === 'not_fresh' ? (
          <a href={`${href('/auth-test/prove')}?next=${href('/dashboard/settings')}`}>
            {messages.proveAnotherWay()}
          </a>
        ) : props.signed_in ? (
          <a href={href('/dashboard/settings')}>{messages.backToSettings()}</a>
        ) : (
          <a href={href('/auth-test')}>{messages.backToSignIn()}</a>
        )}
      </p>
    </>
  )
}
