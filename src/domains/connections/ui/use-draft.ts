import { useEffect, useRef, useState } from 'react'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import {
  ApiProblem,
  apiFetch,
  apiFetchFor,
  forbiddenMessage,
  isSignedOut,
} from '../../../platform/api-client.ts'
import type { Draft } from '../drafts.contract.ts'
import type { Writing } from '../entries.contract.ts'
import { connectionMessages, isSameContent } from '../entries.rules.ts'

/** A draft is kept this long after typing stops (milliseconds). */
const pause = 1_500
/** And this long after it began, for who dictates or does not pause. */
const longest = 10_000
/** What was sent and is not answered holds up what was typed since for this long: on a bad line it may hang for minutes. */
const patience = 20_000
/** What a page that is left may still send, in bytes (Fetch standard, "keepalive": 64 KiB for all). */
const partingLimit = 60_000
const mayPart = (body: string) => new TextEncoder().encode(body).length < partingLimit

type DraftState = 'none' | 'keeping' | 'kept' | 'failed' | 'signed-out' | 'elsewhere' | 'orphaned' | 'refused'

/** Where a draft belongs: `entry_revision` of the Connection that is edited, null for a new one. */
type Place = { id: string; entry_revision: number | null; draft: Draft | null }

/**
 * Keeps what is being written, on the server and encrypted, seconds after typing stops and when the page is hidden or another window
 * taken, so that neither a crash nor a sign-out takes it. One request at a time; what comes late is passed over by its number.
 *
 * @returns `refusal`: why this person may not write, once they were told; `isAtRisk` before the page is left for another; `keep` what
 *   was typed; `flush` sends it at once; `end` when that is saved, which ends its draft on the server too
 */
export function useDraft({ id, entry_revision, draft }: Place) {
  const [state, setState] = useState<DraftState>(draft ? 'kept' : 'none')
  const [refusal, setRefusal] = useState<string>()
  const box = useRef({
    id,
    entry_revision,
    writer: '',
    sequence: 0,
    revision: draft?.revision ?? null,
    /** What was typed last. */
    typed: undefined as Writing | undefined,
    waiting: undefined as Writing | undefined,
    sending: false,
    sentAt: 0,
    /** Since when something waits to be sent, or to be sent again. */
    since: 0,
    /** What was sent last and is not answered yet. */
    onItsWay: undefined as Writing | undefined,
    /** The request that was sent last. */
    sent: undefined as Promise<unknown> | undefined,
    over: false,
    /** Whether the form has gone. */
    gone: false,
    /** What is said of a draft that is kept. */
    keptAs: 'kept' as DraftState,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  })

  const send = useRef(async (parting = false) => {
    const own = box.current
    clearTimeout(own.timer)
    const writing = own.waiting
    if (!writing || own.over) return
    if (own.sending && !parting && Date.now() - own.sentAt < patience) {
      own.timer = setTimeout(() => send.current(), pause)
      return
    }
    own.waiting = undefined
    own.sentAt = own.since = Date.now()
    own.onItsWay = writing
    own.sending = true
    setState('keeping')
    const { entry_revision, revision } = own
    const body = { ...writing, entry_revision, revision, ...nextOf(own) }
    let refused = false
    let moved = false
    try {
      const short = parting && mayPart(JSON.stringify(body))
      const asked = apiFetch<Draft | undefined>(`/journal-drafts/${own.id}`, {
        method: 'PUT',
        body,
        ...(short && { keepalive: true }),
      })
      own.sent = asked
      const kept = await asked
      own.revision = kept?.revision ?? null
      setState(kept ? own.keptAs : 'none')
      setRefusal(undefined)
    } catch (thrown) {
      // What was sent later says what is kept.
      if (own.onItsWay !== writing) return
      const status = thrown instanceof ApiProblem ? thrown.status : 0
      console.warn('A draft could not be kept', thrown)
      // Tried again with the next key, or in a while, unless it was refused: what was typed stands on the page.
      if (!own.waiting) own.waiting = writing
      if (status === 409) {
        // What was followed is gone, saved or thrown away elsewhere: what is typed here is a new one.
        own.revision = null
        // Or another page wrote there: this one's words are kept beside it, as those of a page that is left in a hurry.
        moved = ((thrown as ApiProblem).body as { current: Draft | null }).current !== null
        if (moved) beside(own, 'elsewhere')
      }
      // The Connection was deleted: who writes on begins another. What a page that was left sends late does not bring it back.
      if (status === 404 && own.entry_revision !== null) {
        moved = !own.gone
        if (moved) beside(own, 'orphaned')
        own.over = own.gone
      }
      // What is too long stays so, however often it is sent.
      const because = status === 400 || status === 413 ? connectionMessages.tooLong : forbiddenMessage(thrown)
      setRefusal(because)
      refused = because !== undefined
      const failed = isSignedOut(thrown) ? 'signed-out' : 'failed'
      setState(refused ? 'refused' : moved ? 'keeping' : failed)
    } finally {
      own.sending = false
      if (own.onItsWay === writing) own.onItsWay = undefined
      if (own.waiting && !own.over && !refused)
        own.timer = setTimeout(() => send.current(), moved ? 0 : pause * 2)
    }
  })

  useEffect(() => {
    box.current.gone = false
    const hide = () => document.visibilityState === 'hidden' && send.current(true)
    /** Another window was taken, where Quick Hide may be next: with that the session ends for this one too. */
    const blur = () => send.current(true)
    /** Quick Hide ends the session, and a lock closes it: what was typed last goes with the request that does (safety point 13). */
    const leave = ({ detail }: Event & { detail?: RequestInit }) => {
      const { id, entry_revision, waiting, onItsWay, over, revision } = box.current
      // What is on its way may be cut off by going.
      const last = waiting ?? onItsWay
      if (!last || over || !detail) return
      const place = { id, user_id: apiFetchFor(), entry_revision, revision }
      const body = JSON.stringify({ ...place, ...last, ...nextOf(box.current) })
      if (mayPart(body)) Object.assign(detail, { body, headers: { 'Content-Type': 'application/json' } })
      box.current.over = true
    }
    // Words that are on their way already would be cut off by going home.
    const signOut = ({ detail }: Event & { detail?: Promise<unknown>[] }) =>
      detail?.push(Promise.allSettled([box.current.sent, send.current(true)]))
    const over = new AbortController()
    const { signal } = over
    document.addEventListener('visibilitychange', hide, { signal })
    addEventListener('blur', blur, { signal })
    // Before the next page is asked for, which reads what is begun: as this one goes, that has been read.
    addEventListener('beforeunload', blur, { signal })
    document.addEventListener('quickhide:exit', leave, { signal })
    document.addEventListener('locking', leave, { signal })
    document.addEventListener('signing-out', signOut, { signal })
    return () => {
      box.current.gone = true
      // Leaving for another page of the area: what was typed last is kept on the way, and goes with Quick Hide until it has arrived.
      const asked = Promise.allSettled([box.current.sent, send.current(true)])
      clearTimeout(box.current.timer)
      asked.then(() => box.current.waiting || over.abort())
    }
  }, [])

  return {
    state,
    refusal,
    /** Whether it is kept beside the draft of another page, which has the place. */
    isBeside: () => box.current.id !== id,
    /** Whether what was typed last is on this page alone, and could not be kept. */
    isAtRisk: () =>
      box.current.waiting !== undefined &&
      (['failed', 'signed-out', 'refused'].includes(state) || !navigator.onLine),
    /** Sends what waits at once. @returns whether all that was typed is saved on the server */
    async flush(): Promise<boolean> {
      await Promise.allSettled([box.current.sent, send.current(true)])
      return box.current.waiting === undefined
    },
    keep(writing: Writing) {
      const own = box.current
      // Also what is typed after it was saved, while the next page is on its way.
      own.over = false
      if (!own.waiting) own.since = Date.now()
      own.typed = own.waiting = writing
      clearTimeout(own.timer)
      own.timer = setTimeout(() => send.current(), Math.min(pause, own.since + longest - Date.now()))
    },
    /** @returns whether the form is done with: it still stands, and holds no more than was saved */
    end(saved: Writing): boolean {
      const own = box.current
      // What was typed while it was saved stays on the page, and is kept, until it is saved too.
      const left = own.typed && !isSameContent(own.typed, saved) ? own.typed : undefined
      own.over = left === undefined
      own.waiting = left
      own.revision = null
      clearTimeout(own.timer)
      if (left) send.current()
      // Where that cannot be told, it is offered again.
      else if (own.id !== id) apiFetch(`/journal-drafts/${own.id}`, { method: 'DELETE' }).catch(() => {})
      return !left && !own.gone
    },
  }
}

/**
 * The message that something could not be saved goes when the draft is saved again: the line is back, and nothing is at risk.
 *
 * @param forget takes the message away
 */
export function useFailureUntilKept(state: DraftState, forget: () => void) {
  useEffect(() => {
    if (state === 'kept' || state === 'elsewhere') forget()
  }, [state, forget])
}

/** What is typed is kept as a Connection that is begun, under a name of its own. */
function beside(
  own: { id: string; entry_revision: number | null; revision: number | null },
  keptAs: DraftState,
) {
  Object.assign(own, { id: uuidv7(), entry_revision: null, revision: null, keptAs })
}

/** By these the server knows a late request of this page from an earlier one. */
function nextOf(own: { writer: string; sequence: number }) {
  own.writer ||= uuidv4()
  own.sequence += 1
  return { writer: own.writer, sequence: own.sequence }
}
