import { Heart as HeartIcon } from 'lucide-react'
import { href } from 'react-router'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../messages.en.yaml'
import { HeartButton } from './heart-button.tsx'
import { useToggleFavorite } from './use-saved-terms.tsx'

type HeartProps = { term: { id: string; term_name: string }; saved: boolean; withText?: boolean }

/** An icon with `aria-pressed`, or (`withText`) a label that changes; never both (WAI-ARIA APG, "Button"). */
export function Heart({ term, saved, withText = false }: HeartProps) {
  const { mutate } = useToggleFavorite()
  const named = { term: term.term_name }
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
          aria-label={saved ? messages.savedRemoveTerm(named) : messages.saveTerm(named)}
        >
          <HeartIcon className="icon" aria-hidden="true" fill={saved ? 'currentColor' : 'none'} />
          {saved ? messages.saved() : messages.save()}
        </button>
      ) : (
        <HeartButton label={messages.saveTerm(named)} saved={saved} pressed={saved} />
      )}
    </form>
  )
}
