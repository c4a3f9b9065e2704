import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, apiFetch, isSignedOut, userMessage } from '../../../platform/api-client.ts'
import { type ToastWords, useScopedToast } from '../../../ui/toast/toast.tsx'
import { type EntryDocument, isSameDocument } from '../document/document.rules.ts'
import type { DecryptedEntry } from '../entries.contract.ts'
import { EditConflictDialog } from './edit-conflict-dialog.tsx'

type EntryPayload = EntryDocument & { keeps_draft?: boolean }

/** Returns what to do once saved; undefined after a failure, which is shown. */
export type Save = (payload: EntryPayload) => Promise<(() => void) | undefined>

/** Overwrites its own earlier version, whose response was lost; returns another page's. @throws ApiProblem */
export function useSendEntry(id: string) {
  const sentPayloads = useRef<EntryPayload[]>([])
  const queries = useQueryClient()
  return async function send(
    payload: EntryPayload,
    revision: number | null,
  ): Promise<DecryptedEntry | undefined> {
    const earlier = sentPayloads.current
    sentPayloads.current = [...earlier, payload]
    try {
      if (revision === null) await apiFetch('/journal-entries', { method: 'POST', body: { id, ...payload } })
      else await apiFetch(`/journal-entries/${id}`, { method: 'PATCH', body: { revision, ...payload } })
    } catch (thrown) {
      if (!(thrown instanceof ApiProblem && thrown.status === 409)) throw thrown
      const { current } = thrown.body as { current: DecryptedEntry }
      return earlier.some((each) => isSameDocument(each, current)) ? send(payload, current.revision) : current
    }
    // Even if refetching fails, never show the stale list.
    queries.removeQueries({ queryKey: ['journal-entries'] })
    return undefined
  }
}

type SaveOptions = {
  id: string
  /** Null for a new Connection. */
  revision: number | null
  toasts: { saved: ToastWords; failed: ToastWords }
  onSaved: () => void
  /** The user chose the other version. */
  onTheirs: (theirs: DecryptedEntry) => void
}

/** Saves a form and shows a toast. */
export function useSave({ id, revision, toasts, onSaved, onTheirs }: SaveOptions) {
  const [conflict, setConflict] = useState<Parameters<typeof EditConflictDialog>[0]>()
  const [signedOut, setSignedOut] = useState(false)
  const send = useSendEntry(id)
  const toast = useScopedToast()

  async function saveOver(version: number | null, payload: EntryPayload): ReturnType<Save> {
    let theirs: DecryptedEntry | undefined
    setSignedOut(false)
    try {
      theirs = await send(payload, version)
    } catch (thrown) {
      console.error('A Connection could not be saved', thrown)
      setSignedOut(isSignedOut(thrown))
      toast.failed({ ...toasts.failed, ...(userMessage(thrown) && { description: userMessage(thrown) }) })
      return undefined
    }
    if (theirs) return resolveConflict(payload, theirs)
    toast.done(toasts.saved, id)
    return onSaved
  }

  const resolveConflict = (mine: EntryPayload, theirs: DecryptedEntry): ReturnType<Save> =>
    new Promise((resolve) => {
      const settle = (result: ReturnType<Save> | (() => void) | undefined) => {
        setConflict(undefined)
        resolve(result)
      }
      setConflict({
        mine,
        theirs,
        onMine: () => settle(saveOver(theirs.revision, mine)),
        onTheirs: () =>
          settle(() => {
            // If this fails, the draft is offered again.
            if (!mine.keeps_draft) apiFetch(`/journal-drafts/${id}`, { method: 'DELETE' }).catch(() => {})
            onTheirs(theirs)
          }),
        onClose: () => settle(undefined),
      })
    })

  const save: Save = (payload) => saveOver(revision, payload)
  return {
    save,
    signedOut,
    clearError: toast.dismissFailure,
    conflictDialog: conflict && <EditConflictDialog {...conflict} />,
  }
}
