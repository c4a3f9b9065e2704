import { Heart as HeartIcon } from 'lucide-react'
import { href } from 'react-router'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import { HeartButton } from './heart-button.tsx'
import { useToggleFavorite } from './use-saved-terms.tsx'

type HeartProps = { term: { id: string; term_name: string }; saved: boolean; withText?: boolean }

/** An icon with `aria-pressed`, or (`withText`) a label that changes; never both (WAI-ARIA APG, "Button"). */
export function Heart({ term, saved, withText = false }: HeartProps) {
  const { mutate } = useToggleFavorite()
  return (
    <form
      method="post"
      action={href('/dashboard/favorites')}
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ term, save: !saved })
      }}
    >
      <PageOwner />
      <input type="hidden" name="term_id" value={term.id} />
      <input type="hidden" name="intent" value={saved ? 'remove' : 'save'} />
      {withText ? (
        <button
          type="submit"
          className="btn"
          aria-label={
            saved ? `Saved: remove ${term.term_name} from favorites` : `Save ${term.term_name} to favorites`
          }
        >
          <HeartIcon className="icon" aria-hidden="true" fill={saved ? 'currentColor' : 'none'} />
          {saved ? 'Saved' : 'Save'}
        </button>
      ) : (
        <HeartButton label={`Save ${term.term_name} to favorites`} saved={saved} pressed={saved} />
      )}
    </form>
  )
}
