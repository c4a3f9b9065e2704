import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiFetch } from '../../../platform/api-client.ts'
import { useToast } from '../../../ui/toast/toast.tsx'
import type { SavedTerms } from '../favorites.contract.ts'
import * as messages from '../messages.en.yaml'

/** Milliseconds. */
const staleTime = 30_000
const key = ['saved-terms']

/** The user's favorites. */
export function useSavedTerms(initial?: SavedTerms) {
  return useQuery({
    queryKey: key,
    queryFn: () => apiFetch<SavedTerms>('/saved-terms'),
    staleTime: staleTime,
    ...(initial && { initialData: initial }),
  })
}

/** Ids of saved terms, starting with the loader's. */
export function useSavedIds(initial: readonly string[]): ReadonlySet<string> {
  const { data } = useQuery<ReadonlySet<string>>({
    queryKey: [...key, 'ids'],
    queryFn: async () =>
      new Set((await apiFetch<SavedTerms>('/saved-terms')).saved_terms.map(({ term_id }) => term_id)),
    initialData: () => new Set(initial),
    staleTime: staleTime,
  })
  return data
}

type FavoriteTerm = { id: string; term_name: string }

/** Optimistic, then refetches (specification point 4, "Favorite"). */
export function useToggleFavorite() {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ term, save }: { term: FavoriteTerm; save: boolean }) =>
      // `keepalive`: navigation must not abort what the heart shows already.
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
      toast.failed({ title: messages.errorTitle(), description: messages.toggleFailed() })
    },
    onSuccess: (_, { term: { id, term_name: term }, save }) =>
      toast.done(
        save
          ? { title: messages.addedTitle(), description: messages.added({ term }) }
          : { title: messages.removedTitle(), description: messages.removed({ term }) },
        id,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
