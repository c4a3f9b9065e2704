import { Heart as HeartIcon } from 'lucide-react'
import { PageOwner } from '../../../ui/page-owner/page-owner.tsx'
import { HeartButton } from './heart-button.tsx'
import { useToggle } from './saved-terms.tsx'

type HeartProps = { term: { id: string; term_name: string }; saved: boolean; words?: boolean }

/** Saves a term, or removes it; filled when saved. Without a script the form does it. */
export function Heart({ term, saved, words = false }: HeartProps) {
  const { mutate } = useToggle()
  return (
    <form
      method="post"
      action="/dashboard/favorites"
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ term, save: !saved })
      }}
    >
      <PageOwner />
      <input type="hidden" name="term_id" value={term.id} />
      <input type="hidden" name="deed" value={saved ? 'remove' : 'save'} />
      {words ? (
        <button type="submit" className="btn">
          <HeartIcon className="icon" aria-hidden="true" fill={saved ? 'currentColor' : 'none'} />
          <span>
            {saved ? 'Saved' : 'Save'} <span className="for-ears">{term.term_name} to favorites</span>
          </span>
        </button>
      ) : (
        <HeartButton label={`Save ${term.term_name} to favorites`} saved={saved} pressed={saved} />
      )}
    </form>
  )
}
