import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { HeartButton } from '../../domains/favorites/ui/heart-button.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'

type DisabledTermActionsProps = { term: { slug: string; term_name: string }; saved: boolean }

export function DisabledTermActions({ term, saved }: DisabledTermActionsProps) {
  return (
    <>
      <HeartButton
        label={`Save ${term.term_name} to favorites`}
        saved={saved}
        pressed={saved}
        as={DisabledButton}
      />
      <WriteButton term={term} as={DisabledButton} />
    </>
  )
}

export const Logout = () => (
  <DisabledButton className="btn btn-quiet" why="Login will be available once beta begins">
    Logout
  </DisabledButton>
)
