import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { HeartButton } from '../../domains/favorites/ui/heart-button.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import * as messages from './messages.en.yaml'

type DisabledTermActionsProps = { term: { slug: string; term_name: string }; saved: boolean }

export function DisabledTermActions({ term, saved }: DisabledTermActionsProps) {
  return (
    <>
      <HeartButton
        label={messages.saveTerm({ term: term.term_name })}
        saved={saved}
        pressed={saved}
        as={DisabledButton}
      />
      <WriteButton term={term} as={DisabledButton} />
    </>
  )
}

export const Logout = () => (
  <DisabledButton className="btn btn-quiet" why={messages.loginReason()}>
    {messages.logout()}
  </DisabledButton>
)
