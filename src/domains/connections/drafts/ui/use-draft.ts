import { useEffect, useRef, useState } from 'react'
import {
  ApiProblem,
  apiFetch,
  forbiddenMessage,
  isSignedOut,
  setPageUser,
} from '../../../../platform/api-client.ts'
import { type EntryDocument, isSameDocument } from '../../document/document.rules.ts'
import { tooLongMessage } from '../../entries.rules.ts'
import { useIsDoubted, useJournalLocks } from '../../lock/ui/journal-locks.ts'
import { newEntryId } from '../../locked-documents/entry-id.rules.ts'
import { journalFetch } from '../../locked-documents/journal-fetch.client.ts'
import { currentLock } from '../../locked-documents/open-documents.client.ts'
import type { Draft } from '../drafts.contract.ts'
import { type DraftOrigin, deleteOwnDraft, prepareCopy, readyMembers } from './draft-copy.ts'

/** After typing stops. */
const debounceMs = 1_500
/** While typing goes on, for example dictation. */
const maxDelayMs = 10_000
/** How long an unanswered request blocks the next. */
const requestTimeoutMs = 20_000
/** Bytes (Fetch standard, "keepalive": 64 KiB a page). */
const keepaliveLimit = 60_000
const fitsKeepalive = (body: string) => new TextEncoder().encode(body).length < keepaliveLimit

export type DraftState =
  | 'none'
  | 'saving'
  | 'saved'
  | 'failed'
  | 'signed-out'
  | 'elsewhere'
  | 'orphaned'
  | 'forbidden'

type DraftTarget = {
  id: string
  /** Null: a new Connection. */
  entry_revision: number | null
  draft: Draft | null
  /** The Connection as it is saved. A text equal to it is no draft. */
  saved?: EntryDocument | undefined
}

type DraftForm = DraftOrigin & {
  latest: EntryDocument | undefined
  sending: boolean
  lastSentAt: number
  pendingSince: number
  inFlight: EntryDocument | undefined
  lastRequest: Promise<unknown> | undefined
  ended: boolean
  isUnmounted: boolean
  savedState: DraftState
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Autosaves an encrypted draft, one request at a time. Call `end` once the Connection is saved. In a locked journal an envelope of the newest
 * text is always ready, because the exit waits for nothing.
 */
export function useDraft({ id, entry_revision, draft, saved }: DraftTarget) {
  const [state, setState] = useState<DraftState>(draft ? 'saved' : 'none')
  const [forbiddenReason, setForbiddenReason] = useState<string>()
  const ref = useRef<DraftForm>({
    id,
    entry_revision,
    writer: '',
    sequence: 0,
    revision: draft?.revision ?? null,
    created_at: draft?.created_at,
    saved,
    latest: undefined,
    pending: undefined,
    copy: undefined,
    preparing: undefined,
    sending: false,
    lastSentAt: 0,
    pendingSince: 0,
    inFlight: undefined,
    lastRequest: undefined,
    ended: false,
    isUnmounted: false,
    savedState: 'saved',
    timer: undefined,
  })

  const send = useRef(async (exiting = false): Promise<void> => {
    const form = ref.current
    clearTimeout(form.timer)
    if (!form.pending || form.ended) return
    if (form.sending && !exiting && Date.now() - form.lastSentAt < requestTimeoutMs) {
      form.timer = setTimeout(() => send.current(), debounceMs)
      return
    }
    const ready = readyMembers(form, form.pending, exiting)
    if (!ready) {
      const problem = await prepareCopy(form).then(
        () => undefined,
        (thrown: unknown) => ({ thrown }),
      )
      if (!problem) return send.current(exiting)
      setForbiddenReason(forbiddenMessage(problem.thrown))
      setState(forbiddenMessage(problem.thrown) ? 'forbidden' : 'failed')
      return
    }
    const { content, members: body } = ready
    if (form.pending === content) form.pending = undefined
    form.lastSentAt = form.pendingSince = Date.now()
    form.inFlight = content
    form.sending = true
    setState('saving')
    let rejected = false
    let forked = false
    try {
      const canOutlivePage = exiting && fitsKeepalive(JSON.stringify(body))
      const request = body
        ? journalFetch<Draft | undefined>(`/journal-drafts/${form.id}`, {
            method: 'PUT',
            body,
            ...(canOutlivePage && { keepalive: true }),
          })
        : deleteOwnDraft(form)
      form.lastRequest = request
      const saved = await request
      form.revision = saved?.revision ?? null
      setState(saved ? form.savedState : 'none')
      setForbiddenReason(undefined)
    } catch (thrown) {
      // A later request decides the state.
      if (form.inFlight !== content) return
      const status = thrown instanceof ApiProblem ? thrown.status : 0
      console.warn('A draft could not be kept', thrown)
      // Retry, unless rejected.
      if (!form.pending) form.pending = content
      if (status === 409) {
        // Saved or deleted elsewhere: start a new one.
        form.revision = null
        // Changed by another page: save separately.
        forked = ((thrown as ApiProblem).body as { current: Draft | null }).current !== null
        if (forked) forkDraft(form, 'elsewhere')
      }
      // The Connection was deleted: save a new draft, but a late request must not restore it.
      if (status === 404 && form.entry_revision !== null) {
        forked = !form.isUnmounted
        if (forked) forkDraft(form, 'orphaned')
        form.ended = form.isUnmounted
      }
      // Retrying does not help when the text is too long.
      const reason = status === 400 || status === 413 ? tooLongMessage() : forbiddenMessage(thrown)
      setForbiddenReason(reason)
      rejected = reason !== undefined
      const failed = isSignedOut(thrown) ? 'signed-out' : 'failed'
      setState(rejected ? 'forbidden' : forked ? 'saving' : failed)
    } finally {
      form.sending = false
      if (form.inFlight === content) form.inFlight = undefined
      if (form.pending && !form.ended && !rejected)
        form.timer = setTimeout(() => send.current(), forked ? 0 : debounceMs * 2)
    }
  })

  useEffect(() => {
    ref.current.isUnmounted = false
    const onHide = () => document.visibilityState === 'hidden' && send.current(true)
    // Quick Hide in the other window ends this session too.
    const onBlur = () => send.current(true)
    // Sent with the request that ends the session (safety point 13).
    const onExit = ({ detail }: Event & { detail?: RequestInit }) => {
      const form = ref.current
      // Navigation may abort a request in flight.
      const last = form.pending ?? form.inFlight
      if (!last || form.ended || !detail) return
      // Nothing can be encrypted now: the last copy goes, and never plain text.
      const { members, fork } = readyMembers(form, last, true) ?? {}
      const body = JSON.stringify({ id: form.id, user_id: setPageUser(), ...members, fork })
      if (members && fitsKeepalive(body))
        Object.assign(detail, { body, headers: { 'Content-Type': 'application/json' } })
      form.ended = true
    }
    // Navigation would abort a request in flight.
    const onSignOut = ({ detail }: Event & { detail?: Promise<unknown>[] }) => detail?.push(sendAll())
    const sendAll = async () => {
      const { preparing } = ref.current
      if (preparing) await preparing.catch(() => {})
      await Promise.allSettled([ref.current.lastRequest, send.current(true)])
    }
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('visibilitychange', onHide, { signal })
    addEventListener('blur', onBlur, { signal })
    // `pagehide` is too late: the next page has already read the drafts.
    addEventListener('beforeunload', onBlur, { signal })
    document.addEventListener('quickhide:exit', onExit, { signal })
    document.addEventListener('locking', onExit, { signal })
    document.addEventListener('signing-out', onSignOut, { signal })
    return () => {
      ref.current.isUnmounted = true
      // Keep listening for Quick Hide until the request has finished.
      const request = sendAll()
      clearTimeout(ref.current.timer)
      request.then(() => ref.current.pending || listeners.abort())
    }
  }, [])

  // What was refused, could not be encrypted, or waits for an answer about its lock.
  const { current, isOpen } = useJournalLocks()
  const lock = useIsDoubted() ? 'doubted' : current?.id
  useEffect(() => {
    // The layout's effect, which sets the lock, runs after this one.
    const timer = setTimeout(() => isOpen && lock !== '' && send.current())
    return () => clearTimeout(timer)
  }, [lock, isOpen])

  return {
    state,
    forbiddenReason,
    /** Another page changed the original. */
    isForked: () => ref.current.id !== id,
    /** Unsaved text exists only on this page. */
    isAtRisk: () =>
      ref.current.pending !== undefined &&
      (['failed', 'signed-out', 'forbidden'].includes(state) || !navigator.onLine),
    /** Returns whether everything is on the server. */
    async flush(): Promise<boolean> {
      await ref.current.preparing?.catch(() => {})
      await Promise.allSettled([ref.current.lastRequest, send.current(true)])
      return ref.current.pending === undefined
    },
    save(content: EntryDocument) {
      const form = ref.current
      // The user may type on until the next page loads.
      form.ended = false
      if (!form.pending) form.pendingSince = Date.now()
      form.latest = form.pending = content
      // Failures show once it is sent.
      prepareCopy(form).catch(() => {})
      clearTimeout(form.timer)
      form.timer = setTimeout(
        () => send.current(),
        Math.min(debounceMs, form.pendingSince + maxDelayMs - Date.now()),
      )
    },
    /** Returns whether the form is open without further text. */
    end(saved: EntryDocument): boolean {
      const form = ref.current
      // Text typed during the save becomes a draft.
      const unsaved = form.latest && !isSameDocument(form.latest, saved) ? form.latest : undefined
      form.ended = unsaved === undefined
      form.pending = unsaved
      form.revision = null
      form.saved = saved
      clearTimeout(form.timer)
      if (unsaved) send.current()
      // If this fails, the draft is offered again.
      else if (form.id !== id) apiFetch(`/journal-drafts/${form.id}`, { method: 'DELETE' }).catch(() => {})
      return !unsaved && !form.isUnmounted
    },
  }
}

/** Once a draft is saved, the connection is back. */
export function useClearErrorOnSave(state: DraftState, clearError: () => void) {
  useEffect(() => {
    if (state === 'saved' || state === 'elsewhere') clearError()
  }, [state, clearError])
}

function forkDraft(form: DraftForm, savedState: DraftState) {
  Object.assign(form, {
    id: newEntryId(currentLock()),
    entry_revision: null,
    revision: null,
    saved: undefined,
    savedState,
  })
}
