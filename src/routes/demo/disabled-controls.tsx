import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { HeartButton } from '../../domains/favorites/ui/heart-button.tsx'
import { InertButton } from '../../ui/disabled-button/disabled-button.tsx'

type TermDeedsProps = { term: { slug: string; term_name: string }; saved: boolean }

/** What can be done with a term in a list, switched off. */
export function TermDeeds({ term, saved }: TermDeedsProps) {
  return (
    <>
      <HeartButton
        label={`Save ${term.term_name} to favorites`}
        saved={saved}
        pressed={saved}
        as={InertButton}
      />
      <WriteButton term={term} as={InertButton} />
    </>
  )
}

/** Under the list of rooms, in the specification's words. */
export const Logout = () => (
  <InertButton className="btn btn-quiet" why="Login will be available once beta begins">
    Logout
  </InertButton>
)
