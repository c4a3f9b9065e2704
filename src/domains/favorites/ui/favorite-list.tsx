import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { askApi } from '../../../platform/ask-api.ts'
import { Day } from '../../../ui/day/day.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useToast } from '../../../ui/toast/toast.tsx'
import { favoriteMessages, favoriteToasts, type SavedTerm, type SavedTerms } from '../contract.ts'
import { useSavedTerms } from './saved-terms.tsx'

type FavoriteListProps = {
  /** As the server read them; undefined when it could not. */
  initial: SavedTerms | undefined
  deeds: (term: SavedTerm['term']) => ReactNode
}

/** Everything that was saved, with its counts (specification point 2, "/dashboard/favorites"). */
export function FavoriteList({ initial, deeds }: FavoriteListProps) {
  const { data: saved } = useSavedTerms(initial)
  const [leaving, setLeaving] = useState<SavedTerm>()
  return (
    <>
      <h1>Favorites</h1>
      {!saved && (
        <div className="card mt-6 grid gap-2" role="alert">
          <h2>{favoriteMessages.list}</h2>
          <p>Nothing of yours is lost. Please try again in a moment.</p>
        </div>
      )}
      {saved && saved.total === 0 && (
        <div className="empty">
          <h2>No favorites yet</h2>
          <p>Words that fit can be kept here: press the heart beside one.</p>
          <Link to="/dashboard/glossary" className="btn">
            Explore Glossary
          </Link>
        </div>
      )}
      {saved && saved.total > 0 && (
        <>
          <dl className="counts">
            <Count name="Total Saved" count={saved.total} />
            <Count name="Clinical" count={saved.clinical} />
            <Count name="Community" count={saved.community} />
          </dl>
          <ul className="grid gap-4">
            {saved.saved_terms.map((one) => (
              <li key={one.id} className={`card grid gap-3 ${one.term.type}`}>
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <h2 className="text-2xl">
                    {one.term.retired ? (
                      one.term.term_name
                    ) : (
                      <Link to={`/dashboard/glossary/${one.term.slug}`}>{one.term.term_name}</Link>
                    )}
                  </h2>
                  <span className={one.term.type === 'clinical' ? 'badge' : 'badge badge-community'}>
                    {one.term.type === 'clinical' ? 'Clinical' : 'Community'}
                  </span>
                </div>
                <p className="max-w-prose">{one.term.definition}</p>
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <p className="text-muted">
                    Saved <Day time={one.created_at} />
                  </p>
                  <div className="flex gap-1">
                    {deeds(one.term)}
                    <form
                      method="post"
                      action="/dashboard/favorites"
                      onSubmit={(event) => {
                        event.preventDefault()
                        setLeaving(one)
                      }}
                    >
                      <input type="hidden" name="term_id" value={one.term_id} />
                      <input type="hidden" name="deed" value="remove" />
                      <button
                        type="submit"
                        className="deed heart"
                        aria-label={`Remove ${one.term.term_name} from favorites`}
                      >
                        <Heart className="icon" aria-hidden="true" fill="currentColor" />
                      </button>
                    </form>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {leaving && <RemoveDialog saved={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

const Count = ({ name, count }: { name: string; count: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{count}</dd>
  </div>
)

/** Asks before a favorite goes (specification point 2), in its words. */
function RemoveDialog({ saved, onClose }: { saved: SavedTerm; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const { term_name } = saved.term
  const { mutate, isPending } = useMutation({
    mutationFn: () => askApi(`/saved-terms/${saved.term_id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['saved-terms'] })
      onClose()
      toast.done(favoriteToasts.removed(term_name))
    },
    onError: (thrown) => {
      console.error('A favorite could not be removed', thrown)
      toast.failed(favoriteToasts.removeFailed)
    },
  })
  return (
    <Dialog title="Remove from Favorites" onClose={onClose}>
      <p>Are you sure you want to remove "{term_name}" from your favorites? This action cannot be undone.</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn btn-danger" disabled={isPending} onClick={() => mutate()}>
          Remove
        </button>
      </div>
    </Dialog>
  )
}
