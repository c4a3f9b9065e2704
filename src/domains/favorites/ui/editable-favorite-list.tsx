import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { apiFetch } from '../../../platform/api-client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useScopedToast } from '../../../ui/toast/toast.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import type { SavedTerm, SavedTerms } from '../favorites.contract.ts'
import * as messages from '../messages.en.yaml'
import { FavoriteList } from './favorite-list.tsx'
import { HeartButton } from './heart-button.tsx'
import { useSavedTerms } from './use-saved-terms.tsx'

type EditableFavoriteListProps = {
  /** Undefined when loading failed. */
  initial: SavedTerms | undefined
  actions: (term: SavedTerm['term']) => ReactNode
}

export function EditableFavoriteList({ initial, actions }: EditableFavoriteListProps) {
  const { data: saved } = useSavedTerms(initial)
  const [removing, setRemoving] = useState<SavedTerm>()
  const itemRef = useFocusNeighbor(removing)
  return (
    <>
      <FavoriteList
        saved={saved}
        base={href('/dashboard/glossary')}
        actions={(one) => (
          <>
            {actions(one.term)}
            <form
              method="post"
              action={href('/dashboard/favorites')}
              onSubmit={(event) => {
                event.preventDefault()
                itemRef.current = event.currentTarget.closest('li')
                setRemoving(one)
              }}
            >
              <PageOwner />
              <input type="hidden" name="term_id" value={one.term_id} />
              <input type="hidden" name="intent" value="remove" />
              <HeartButton label={messages.removeTerm({ term: one.term.term_name })} saved />
            </form>
          </>
        )}
      />
      {removing && <RemoveDialog saved={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

/** Moves a removed item's focus to the next, the previous, or `<main>`. */
function useFocusNeighbor(removing: SavedTerm | undefined) {
  const itemRef = useRef<Element>(null)
  useEffect(() => {
    const item = itemRef.current
    if (!removing || !item) return
    const { nextElementSibling: next, previousElementSibling: previous } = item
    return () => {
      const neighbor = [item, next, previous].find((each) => each?.isConnected)
      if (document.activeElement === document.body)
        (neighbor?.querySelector<HTMLElement>('a, button') ?? document.querySelector('main'))?.focus()
    }
  }, [removing])
  return itemRef
}

/** Specification point 2. */
function RemoveDialog({ saved, onClose }: { saved: SavedTerm; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useScopedToast()
  const { term_name: term } = saved.term
  const { mutate, isPending } = useMutation({
    mutationFn: () => apiFetch(`/saved-terms/${saved.term_id}`, { method: 'DELETE', keepalive: true }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['saved-terms'] })
      onClose()
      toast.done({ title: messages.removedTitle(), description: messages.removed({ term }) }, saved.term_id)
    },
    onError: (thrown) => {
      console.error('A favorite could not be removed', thrown)
      toast.failed({ title: messages.errorTitle(), description: messages.removeFailedDescription() })
    },
  })
  return (
    <Dialog title={messages.removeTitle()} onClose={onClose}>
      <p>{messages.removeQuestion({ term })}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" data-focus className="btn btn-quiet" onClick={onClose}>
          {messages.cancel()}
        </button>
        <button
          type="button"
          className="btn btn-danger"
          aria-disabled={isPending}
          onClick={() => isPending || mutate()}
        >
          {messages.remove()}
        </button>
      </div>
    </Dialog>
  )
}
