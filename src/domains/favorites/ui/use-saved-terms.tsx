import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiFetch } from '../../../platform/api-client.ts'
import { useToast } from '../../../ui/toast/toast.tsx'
import type { SavedTerms } from '../favorites.contract.ts'
import { favoriteToasts } from '../favorites.rules.ts'

/** How long what was read stays fresh (specification point 9, milliseconds). */
const freshFor = 30_000
const key = ['saved-terms']

/** A person's favorites as the page shows them: `undefined` while nobody has answered yet. */
export function useSavedTerms(initial?: SavedTerms) {
  return useQuery({
    queryKey: key,
    queryFn: () => apiFetch<SavedTerms>('/saved-terms'),
    staleTime: freshFor,
    ...(initial && { initialData: initial }),
  })
}

/** Whether terms are saved, known at once from the page's own ids until the list is read. */
export function useSavedIds(initial: readonly string[]): ReadonlySet<string> {
  const { data } = useQuery<ReadonlySet<string>>({
    queryKey: [...key, 'ids'],
    queryFn: async () =>
      new Set((await apiFetch<SavedTerms>('/saved-terms')).saved_terms.map(({ term_id }) => term_id)),
    initialData: () => new Set(initial),
    staleTime: freshFor,
  })
  return data
}

type Kept = { id: string; term_name: string }

/**
 * Saves a term or removes it: the heart answers at once, and goes back when the server refuses. Afterwards the saved
 * list is read again (specification point 4, "Favorite").
 */
export function useToggleFavorite() {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ term, save }: { term: Kept; save: boolean }) =>
      // The heart has changed already, so the request outlives a page that is left right away.
      apiFetch(`/saved-terms/${term.id}`, { method: save ? 'PUT' : 'DELETE', keepalive: true }),
    onMutate: async ({ term, save }) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<ReadonlySet<string>>([...key, 'ids'])
      const after = new Set(before)
      if (save) after.add(term.id)
      else after.delete(term.id)
      queries.setQueryData([...key, 'ids'], after)
      return { before }
    },
    onError: (thrown, _, context) => {
      console.error('A favorite could not be changed', thrown)
      queries.setQueryData([...key, 'ids'], context?.before)
      toast.failed(favoriteToasts.toggleFailed)
    },
    onSuccess: (_, { term, save }) => {
      const { added, removed } = favoriteToasts
      toast.done((save ? added : removed)(term.term_name), term.id)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
