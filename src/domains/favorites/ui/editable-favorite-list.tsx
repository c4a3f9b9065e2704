import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { apiFetch } from '../../../platform/api-client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useScopedToast } from '../../../ui/toast/toast.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import type { SavedTerm, SavedTerms } from '../favorites.contract.ts'
import { favoriteToasts } from '../favorites.rules.ts'
import { FavoriteList } from './favorite-list.tsx'
import { HeartButton } from './heart-button.tsx'
import { useSavedTerms } from './use-saved-terms.tsx'

type OwnFavoritesProps = {
  /** As the server read them; undefined when it could not. */
  initial: SavedTerms | undefined
  actions: (term: SavedTerm['term']) => ReactNode
}

/** A person's own favorites, which they can remove. */
export function OwnFavorites({ initial, actions }: OwnFavoritesProps) {
  const { data: saved } = useSavedTerms(initial)
  const [leaving, setLeaving] = useState<SavedTerm>()
  const beside = useFocusBeside(leaving)
  return (
    <>
      <FavoriteList
        saved={saved}
        base="/dashboard/glossary"
        actions={(one) => (
          <>
            {actions(one.term)}
            <form
              method="post"
              action="/dashboard/favorites"
              onSubmit={(event) => {
                event.preventDefault()
                beside.current = event.currentTarget.closest('li')
                setLeaving(one)
              }}
            >
              <PageOwner />
              <input type="hidden" name="term_id" value={one.term_id} />
              <input type="hidden" name="intent" value="remove" />
              <HeartButton label={`Remove ${one.term.term_name} from favorites`} saved />
            </form>
          </>
        )}
      />
      {leaving && <RemoveDialog saved={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

/**
 * What is removed takes the focus with it: it goes on to the one after it in the list, else to the one before, else to the page.
 *
 * @param leaving as long as it is asked for
 * @returns for its place in the list
 */
function useFocusBeside(leaving: SavedTerm | undefined) {
  const beside = useRef<Element>(null)
  useEffect(() => {
    const item = beside.current
    if (!leaving || !item) return
    const { nextElementSibling: next, previousElementSibling: previous } = item
    return () => {
      const left = [item, next, previous].find((each) => each?.isConnected)
      if (document.activeElement === document.body)
        (left?.querySelector<HTMLElement>('a, button') ?? document.querySelector('main'))?.focus()
    }
  }, [leaving])
  return beside
}

/** Asks before a favorite goes (specification point 2), in its words. */
function RemoveDialog({ saved, onClose }: { saved: SavedTerm; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useScopedToast()
  const { term_name } = saved.term
  const { mutate, isPending } = useMutation({
    mutationFn: () => apiFetch(`/saved-terms/${saved.term_id}`, { method: 'DELETE', keepalive: true }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['saved-terms'] })
      onClose()
      toast.done(favoriteToasts.removed(term_name), saved.term_id)
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
        <button type="button" data-focus className="btn btn-quiet" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="btn btn-danger"
          aria-disabled={isPending}
          onClick={() => isPending || mutate()}
        >
          Remove
        </button>
      </div>
    </Dialog>
  )
}
