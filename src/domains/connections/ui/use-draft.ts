import { useEffect, useRef, useState } from 'react'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import {
  ApiProblem,
  apiFetch,
  forbiddenMessage,
  isSignedOut,
  setPageUser,
} from '../../../platform/api-client.ts'
import type { Draft } from '../drafts.contract.ts'
import type { EntryContent } from '../entries.contract.ts'
import { connectionMessages, isSameContent } from '../entries.rules.ts'

/** Autosave delay after typing stops. */
const debounceMs = 1_500
/** Longest delay while typing goes on, for example dictation. */
const maxDelayMs = 10_000
/** How long an unanswered request blocks the next: on a bad connection it may hang for minutes. */
const requestTimeoutMs = 20_000
/** Bytes (Fetch standard, "keepalive": 64 KiB for all requests of a page). */
const keepaliveLimit = 60_000
const fitsKeepalive = (body: string) => new TextEncoder().encode(body).length < keepaliveLimit

type DraftState =
  | 'none'
  | 'saving'
  | 'saved'
  | 'failed'
  | 'signed-out'
  | 'elsewhere'
  | 'orphaned'
  | 'forbidden'

/** `entry_revision`: of the edited Connection, null for a new one. */
type DraftTarget = { id: string; entry_revision: number | null; draft: Draft | null }

/**
 * Autosaves a draft to the server, where it is encrypted: after typing stops, on blur and when the page is hidden. Sends one request at
 * a time; the server ignores late ones by their sequence number.
 *
 * @returns `forbiddenReason`: why the server rejects drafts; `save` schedules an autosave; `end` after the Connection is saved, which
 *   deletes the draft
 */
export function useDraft({ id, entry_revision, draft }: DraftTarget) {
  const [state, setState] = useState<DraftState>(draft ? 'saved' : 'none')
  const [forbiddenReason, setForbiddenReason] = useState<string>()
  const ref = useRef({
    id,
    entry_revision,
    writer: '',
    sequence: 0,
    revision: draft?.revision ?? null,
    latest: undefined as EntryContent | undefined,
    pending: undefined as EntryContent | undefined,
    sending: false,
    lastSentAt: 0,
    pendingSince: 0,
    inFlight: undefined as EntryContent | undefined,
    lastRequest: undefined as Promise<unknown> | undefined,
    ended: false,
    isUnmounted: false,
    /** The state to show after a save. */
    savedState: 'saved' as DraftState,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  })

  const send = useRef(async (exiting = false) => {
    const form = ref.current
    clearTimeout(form.timer)
    const content = form.pending
    if (!content || form.ended) return
    if (form.sending && !exiting && Date.now() - form.lastSentAt < requestTimeoutMs) {
      form.timer = setTimeout(() => send.current(), debounceMs)
      return
    }
    form.pending = undefined
    form.lastSentAt = form.pendingSince = Date.now()
    form.inFlight = content
    form.sending = true
    setState('saving')
    const { entry_revision, revision } = form
    const body = { ...content, entry_revision, revision, ...nextSequence(form) }
    let rejected = false
    let forked = false
    try {
      const canOutlivePage = exiting && fitsKeepalive(JSON.stringify(body))
      const request = apiFetch<Draft | undefined>(`/journal-drafts/${form.id}`, {
        method: 'PUT',
        body,
        ...(canOutlivePage && { keepalive: true }),
      })
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
      // Retry on the next keystroke or after a delay, unless rejected.
      if (!form.pending) form.pending = content
      if (status === 409) {
        // The draft was saved or deleted elsewhere: start a new one.
        form.revision = null
        // Or another page changed it: save this text as a separate draft.
        forked = ((thrown as ApiProblem).body as { current: Draft | null }).current !== null
        if (forked) forkDraft(form, 'elsewhere')
      }
      // The Connection was deleted: save as a new draft, but only while the form is open, so that a late request does not restore it.
      if (status === 404 && form.entry_revision !== null) {
        forked = !form.isUnmounted
        if (forked) forkDraft(form, 'orphaned')
        form.ended = form.isUnmounted
      }
      // Retrying does not help when the text is too long.
      const reason = status === 400 || status === 413 ? connectionMessages.tooLong : forbiddenMessage(thrown)
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
    // The user may press Quick Hide in the other window, which ends this session too.
    const onBlur = () => send.current(true)
    // Quick Hide and the idle lock send unsaved text with the request that ends the session (safety point 13).
    const onExit = ({ detail }: Event & { detail?: RequestInit }) => {
      const { id, entry_revision, pending, inFlight, ended, revision } = ref.current
      // Navigation may abort a request in flight.
      const last = pending ?? inFlight
      if (!last || ended || !detail) return
      const target = { id, user_id: setPageUser(), entry_revision, revision }
      const body = JSON.stringify({ ...target, ...last, ...nextSequence(ref.current) })
      if (fitsKeepalive(body))
        Object.assign(detail, { body, headers: { 'Content-Type': 'application/json' } })
      ref.current.ended = true
    }
    // Sign-out waits: navigation would abort a request in flight.
    const onSignOut = ({ detail }: Event & { detail?: Promise<unknown>[] }) =>
      detail?.push(Promise.allSettled([ref.current.lastRequest, send.current(true)]))
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
      // Client-side navigation: save now, and keep listening for Quick Hide until the request has finished.
      const request = Promise.allSettled([ref.current.lastRequest, send.current(true)])
      clearTimeout(ref.current.timer)
      request.then(() => ref.current.pending || listeners.abort())
    }
  }, [])

  return {
    state,
    forbiddenReason,
    /** Whether this text is a separate draft, because another page changed the original. */
    isForked: () => ref.current.id !== id,
    /** Whether unsaved text exists only on this page. */
    isAtRisk: () =>
      ref.current.pending !== undefined &&
      (['failed', 'signed-out', 'forbidden'].includes(state) || !navigator.onLine),
    /** Saves now. @returns whether everything is saved on the server */
    async flush(): Promise<boolean> {
      await Promise.allSettled([ref.current.lastRequest, send.current(true)])
      return ref.current.pending === undefined
    },
    save(content: EntryContent) {
      const form = ref.current
      // The user may type on after saving, until the next page loads.
      form.ended = false
      if (!form.pending) form.pendingSince = Date.now()
      form.latest = form.pending = content
      clearTimeout(form.timer)
      form.timer = setTimeout(
        () => send.current(),
        Math.min(debounceMs, form.pendingSince + maxDelayMs - Date.now()),
      )
    },
    /** @returns whether the form is still open and has no text beyond `saved` */
    end(saved: EntryContent): boolean {
      const form = ref.current
      // Text typed during the save becomes a draft.
      const unsaved = form.latest && !isSameContent(form.latest, saved) ? form.latest : undefined
      form.ended = unsaved === undefined
      form.pending = unsaved
      form.revision = null
      clearTimeout(form.timer)
      if (unsaved) send.current()
      // If this fails, the draft is offered again.
      else if (form.id !== id) apiFetch(`/journal-drafts/${form.id}`, { method: 'DELETE' }).catch(() => {})
      return !unsaved && !form.isUnmounted
    },
  }
}

/** Removes the error message once a draft is saved again: the connection is back. */
export function useClearErrorOnSave(state: DraftState, clearError: () => void) {
  useEffect(() => {
    if (state === 'saved' || state === 'elsewhere') clearError()
  }, [state, clearError])
}

/** Continues as a draft of a new Connection. */
function forkDraft(
  form: { id: string; entry_revision: number | null; revision: number | null },
  savedState: DraftState,
) {
  Object.assign(form, { id: uuidv7(), entry_revision: null, revision: null, savedState })
}

/** Lets the server order this page's requests. */
function nextSequence(form: { writer: string; sequence: number }) {
  form.writer ||= uuidv4()
  form.sequence += 1
  return { writer: form.writer, sequence: form.sequence }
}
