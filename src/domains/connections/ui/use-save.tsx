import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, apiFetch, isSignedOut, serverTime, userMessage } from '../../../platform/api-client.ts'
import { type ToastWords, useScopedToast } from '../../../ui/toast/toast.tsx'
import { type EntryDocument, isSameDocument } from '../document/document.rules.ts'
import type { DecryptedEntry, Entry } from '../entries.contract.ts'
import { isOpened } from '../entries.rules.ts'
import { otherVersionUnreadable } from '../lock/messages.en.yaml'
import { journalFetch } from '../locked-documents/journal-fetch.client.ts'
import { sealEntry } from '../locked-documents/open-documents.client.ts'
import { EditConflictDialog } from './edit-conflict-dialog.tsx'

type EntryPayload = EntryDocument & { keeps_draft?: boolean }

/** Returns what to do once saved; undefined after a failure, which is shown. */
export type Save = (payload: EntryPayload) => Promise<(() => void) | undefined>

/** The version that a save replaces. */
type Base = Pick<Entry, 'revision' | 'created_at'>

/**
 * Overwrites its own earlier version, whose response was lost; returns another page's.
 *
 * @throws ApiProblem; also when the other version does not open, because it must not be overwritten
 */
export function useSendEntry(id: string) {
  const sentPayloads = useRef<EntryPayload[]>([])
  const queries = useQueryClient()
  return async function send(payload: EntryPayload, base: Base | null): Promise<DecryptedEntry | undefined> {
    const earlier = sentPayloads.current
    sentPayloads.current = [...earlier, payload]
    try {
      await sendSealed(id, payload, base)
    } catch (thrown) {
      if (!(thrown instanceof ApiProblem && thrown.status === 409)) throw thrown
      const { current } = thrown.body as { current: Entry }
      if (!isOpened(current)) throw new ApiProblem(403, otherVersionUnreadable())
      const isOurs = earlier.some((each) => isSameDocument(each, current))
      // The server cannot compare envelopes. The same text is no conflict.
      if (!isSameDocument(payload, current)) return isOurs ? send(payload, current) : current
    }
    // Even if refetching fails, never show the stale list.
    queries.removeQueries({ queryKey: ['journal-entries'] })
    return undefined
  }
}

async function sendSealed(id: string, { keeps_draft, ...document }: EntryPayload, base: Base | null) {
  const created_at = base?.created_at ?? serverTime().toISOString()
  const members = await sealEntry(document, { id, revision: (base?.revision ?? 0) + 1, created_at })
  const body = { ...members, ...(keeps_draft !== undefined && { keeps_draft }) }
  if (!base) await journalFetch('/journal-entries', { method: 'POST', body: { id, ...body } })
  else
    await journalFetch(`/journal-entries/${id}`, {
      method: 'PATCH',
      body: { revision: base.revision, ...body },
    })
}

type SaveOptions = {
  id: string
  /** Null for a new Connection. */
  base: Base | null
  toasts: { saved: ToastWords; failed: ToastWords }
  onSaved: () => void
  /** The user chose the other version. */
  onTheirs: (theirs: DecryptedEntry) => void
}

/** Saves a form and shows a toast. */
export function useSave({ id, base, toasts, onSaved, onTheirs }: SaveOptions) {
  const [conflict, setConflict] = useState<Parameters<typeof EditConflictDialog>[0]>()
  const [signedOut, setSignedOut] = useState(false)
  const send = useSendEntry(id)
  const toast = useScopedToast()

  async function saveOver(version: Base | null, payload: EntryPayload): ReturnType<Save> {
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
        onMine: () => settle(saveOver(theirs, mine)),
        onTheirs: () =>
          settle(() => {
            // If this fails, the draft is offered again.
            if (!mine.keeps_draft) apiFetch(`/journal-drafts/${id}`, { method: 'DELETE' }).catch(() => {})
            onTheirs(theirs)
          }),
        onClose: () => settle(undefined),
      })
    })

  const save: Save = (payload) => saveOver(base, payload)
  return {
    save,
    signedOut,
    clearError: toast.dismissFailure,
    conflictDialog: conflict && <EditConflictDialog {...conflict} />,
  }
}
