import { type ReactNode, useEffect, useRef, useState } from 'react'
import { apiFetch } from '../../../../platform/api-client.ts'
import { type LockPlan, planMoves } from '../../move-rows/move-plan.rules.ts'
import { agreeToEnd, requestLocks } from '../../open-lock/current-lock.client.ts'
import { admit, closeJournal } from '../../open-lock/open.client.ts'
import type { JournalLock, JournalLocks } from '../lock.contract.ts'
import type { Goal } from '../lock-flow.rules.ts'
import * as messages from '../messages.en.yaml'
import type { Opened } from './open-form.tsx'
import { proveAgain, proveUrl } from './prove.tsx'
import { changeMessage, needsProof, useLockFlow } from './use-lock-flow.ts'
import { useLocks } from './use-locks.ts'
import { useMove } from './use-move.ts'

/** What the page shows besides steps and moves. */
type View = 'overview' | 'unlock' | 'lost' | 'back'

/** A step of the address `?go=`, where people come back to after they confirmed who they are. */
export type Go = Exclude<Goal, 'remove'> | 'forgot' | Exclude<View, 'overview'>

type Note = { title: string; text: string }

type LockPageOptions = {
  user_id: string
  /** Whether the person confirmed lately who it is. */
  isProven: boolean
  go: string | null
}

/** All that happens on the page of the lock. */
export function useLockPage({ user_id, isProven, go }: LockPageOptions) {
  const { plan, open, isReady, isError, refetch } = useLocks(user_id)
  const move = useMove()
  const [view, setView] = useState<View>('overview')
  const [first, setFirst] = useState<'phrase' | 'kit'>('phrase')
  const [note, setNote] = useState<Note>()
  const [action, setAction] = useState<{ isSending: boolean; problem?: ReactNode }>({ isSending: false })
  const current = plan?.current
  const lockFlow = useLockFlow(user_id, current, async (goal) => {
    requestLocks()
    const latest = await refetch()
    if (goal !== 'set-up') return setNote(noteOf[goal]())
    if (latest) move.start(planMoves(latest))
  })

  /** Confirms first who it is, if that was too long ago: nothing is entered yet. */
  function begin(to: Go, isSure = isProven) {
    setNote(undefined)
    setAction({ isSending: false })
    move.reset()
    if (to === 'lost') return setView('lost')
    if (!isSure) return location.assign(proveUrl(to))
    if (to === 'unlock' || to === 'back') return setView(to)
    setView('overview')
    setFirst(to === 'forgot' ? 'kit' : 'phrase')
    lockFlow.begin(to === 'forgot' ? 'phrase' : to)
  }
  useReturn(isReady && isProven, go, (to) => {
    const needsLock = to !== 'set-up' && to !== 'back' && to !== 'lost'
    if (plan && (needsLock ? current?.state === 'locked' : to !== 'set-up' || !current)) begin(to)
  })

  /** @returns the locks afterwards; undefined if it failed, which is shown */
  async function act(lock: JournalLock, name: 'unlock' | 'set-aside' | 'resume' | 'relock') {
    setAction({ isSending: true })
    try {
      await apiFetch(`/journal-lock/${lock.id}/${name}`, { method: 'POST' })
      requestLocks()
      setAction({ isSending: false })
      return await refetch()
    } catch (thrown) {
      const problem = needsProof(thrown) ? proveAgain(proveUrl()) : changeMessage(thrown)
      setAction({ isSending: false, problem })
      await refetch()
      return undefined
    }
  }

  async function moveTo(latest: JournalLocks | undefined) {
    if (!latest) return
    setView('overview')
    const next = planMoves(latest)
    // Those that are closed are asked for.
    if (next.needed.every(({ id }) => open.has(id))) await move.start(next)
  }

  async function setAside(lock: JournalLock) {
    if (!isProven) return location.assign(proveUrl('lost'))
    if (!(await act(lock, 'set-aside'))) return
    agreeToEnd([lock.id])
    await closeJournal()
    setView('overview')
    setNote({ title: messages.setAsideDone(), text: messages.setAsideDoneLede() })
  }

  async function unlock(lock: JournalLock) {
    const latest = await act(lock, 'unlock')
    if (latest) agreeToEnd([lock.id])
    await moveTo(latest)
  }

  async function bringBack(lock: JournalLock, { keyring, journalKey }: Opened) {
    await admit(keyring, journalKey, { throughReloads: false })
    // Locked as it was: someone else may have set it aside to have it come back in plain text.
    const latest = await act(lock, current ? 'resume' : 'relock')
    if (!latest) return
    setView('overview')
    const next = planMoves(latest)
    if (next.needed.every(({ id }) => open.has(id) || id === lock.id)) await move.start(next)
  }

  return {
    ...{ plan, open, isReady, isError, refetch, move, view, note, action, lockFlow, first, begin },
    cancel: () => setView('overview'),
    remove: (slot_id: string) => (isProven ? lockFlow.begin('remove', slot_id) : location.assign(proveUrl())),
    continueMove: async () => {
      const latest = await refetch()
      if (!latest) return
      const next = planMoves(latest)
      if (next.kind === 'unlock') agreeToEnd(next.needed.map(({ id }) => id))
      await move.start(next)
    },
    unlock,
    relock: async (lock: JournalLock) => moveTo(await act(lock, 'relock')),
    setAside,
    bringBack,
    close: async () => {
      await closeJournal()
      setNote({ title: messages.closed(), text: messages.closedLede() })
    },
  }
}

/** Once, after the page is ready. */
function useReturn(isReady: boolean, go: string | null, onReturn: (go: Go) => void) {
  const isHandled = useRef(false)
  useEffect(() => {
    if (!isReady || isHandled.current) return
    isHandled.current = true
    if (go !== null && isGo(go)) onReturn(go)
  })
}

const gos: readonly string[] = [
  'set-up',
  'phrase',
  'kit',
  'passkey',
  'forgot',
  'unlock',
  'lost',
  'back',
] satisfies Go[]
const isGo = (go: string): go is Go => gos.includes(go)

const noteOf: Record<Exclude<Goal, 'set-up'>, () => Note> = {
  phrase: () => ({ title: messages.phraseChanged(), text: messages.phraseChangedLede() }),
  kit: () => ({ title: messages.kitRenewed(), text: messages.kitRenewedLede() }),
  passkey: () => ({ title: messages.passkeyAdded(), text: messages.passkeyAddedLede() }),
  remove: () => ({ title: messages.passkeyRemoved(), text: messages.passkeyRemovedLede() }),
}

/** What a finished move did. */
export const moveNotes: Record<LockPlan['kind'], () => Note> = {
  lock: () => ({ title: messages.lockedDone(), text: messages.lockedDoneLede() }),
  unlock: () => ({ title: messages.unlockedDone(), text: messages.unlockedDoneLede() }),
  return: () => ({ title: messages.broughtBack(), text: messages.broughtBackLede() }),
}
