import { useEffect, useReducer, useRef } from 'react'
import { ApiProblem, userMessage } from '../../../../platform/api-client.ts'
import {
  changeKeyring,
  type KeyringChange,
  makeLock,
  type NewLock,
  OtherDeviceWasQuicker,
  startLock,
  UnknownOutcome,
} from '../../keyring/change-lock.client.ts'
import { KeyringError } from '../../keyring/keyring-error.rules.ts'
import { newKit } from '../../keyring/kit.rules.ts'
import { choosePlaces, secureRandom } from '../../keyring/kit-check.rules.ts'
import { createPasskey } from '../../open-lock/passkey-prf.client.ts'
import type { JournalLock } from '../lock.contract.ts'
import {
  beginFlow,
  type Entered,
  type Flow,
  type FlowEvent,
  forget,
  type Goal,
  nextFlow,
} from '../lock-flow.rules.ts'
import * as messages from '../messages.en.yaml'
import { proveUrl } from './prove.tsx'

const wordsToCheck = 3

export type LockFlow = {
  flow: Flow | undefined
  begin: (goal: Goal, slot_id?: string) => void
  next: (entered: Entered) => void
  back: () => void
  cancel: () => void
  /** @param label of a new passkey */
  send: (entered: Entered, label?: string) => void
}

type Event = FlowEvent | { type: 'begin'; flow: Flow } | { type: 'end' }

function reduce(flow: Flow | undefined, event: Event): Flow | undefined {
  if (event.type === 'begin') return event.flow
  return event.type === 'end' || !flow ? undefined : nextFlow(flow, event)
}

/**
 * Leads through the steps to set up a lock or to change it.
 *
 * @param lock the one to change
 * @param onDone gets what was done
 */
export function useLockFlow(
  user_id: string,
  lock: JournalLock | undefined,
  onDone: (goal: Goal) => unknown,
): LockFlow {
  const [flow, dispatch] = useReducer(reduce, undefined)
  /** Sent again as it is, if an answer was lost. */
  const newLock = useRef<NewLock>(undefined)
  const latest = useRef(flow)
  useEffect(() => {
    latest.current = flow
  }, [flow])
  useEffect(() => () => latest.current && forget(latest.current), [])

  function begin(goal: Goal, slot_id?: string) {
    newLock.current = undefined
    const begun = beginFlow(goal, slot_id)
    if (goal !== 'set-up' && goal !== 'kit') return dispatch({ type: 'begin', flow: begun })
    const kit = newKit()
    const places = choosePlaces(kit.words.length, wordsToCheck, secureRandom)
    dispatch({ type: 'begin', flow: { ...begun, entered: { kit, places } } })
  }

  function end() {
    if (flow) forget(flow)
    newLock.current = undefined
    dispatch({ type: 'end' })
  }

  async function send(more: Entered, label?: string) {
    if (!flow || flow.isSending) return
    dispatch({ type: 'send' })
    const entered = { ...flow.entered, ...more }
    try {
      if (flow.goal === 'set-up') {
        const { phrase, kit } = entered
        if (phrase === undefined || !kit) throw new Error('a step was left out')
        newLock.current = newLock.current ?? (await makeLock(user_id, phrase, kit.entropy))
        await startLock(newLock.current)
      } else {
        if (!lock || !entered.journalKey) throw new Error('a step was left out')
        await changeKeyring(lock.keyring, entered.journalKey, await changeOf(flow, entered, lock, label))
      }
      end()
      await onDone(flow.goal)
    } catch (thrown) {
      const isUnproven = needsProof(thrown)
      dispatch({
        type: 'failed',
        problem: isUnproven ? messages.proveAgain() : changeMessage(thrown),
        ...(isUnproven && { prove: proveUrl() }),
      })
    }
  }
  return {
    flow,
    begin,
    next: (entered) => dispatch({ type: 'next', entered }),
    back: () => dispatch({ type: 'back' }),
    cancel: end,
    send,
  }
}

async function changeOf(
  { goal, slot_id }: Flow,
  { phrase, kit }: Entered,
  { id: lock_id, keyring }: JournalLock,
  label = '',
): Promise<KeyringChange> {
  const { user_id } = keyring
  if (goal === 'phrase' && phrase !== undefined)
    return { change: 'phrase', secret: { kind: 'phrase', phrase } }
  if (goal === 'kit' && kit) return { change: 'kit', secret: { kind: 'kit', entropy: kit.entropy } }
  if (goal === 'passkey')
    return { change: 'passkey_added', secret: await createPasskey({ user_id, lock_id, label, keyring }) }
  if (goal === 'remove' && slot_id) return { change: 'passkey_removed', slot_id }
  throw new Error('a step was left out')
}

/** Whether the person has to confirm who it is first. */
export const needsProof = (thrown: unknown): boolean =>
  thrown instanceof ApiProblem && thrown.status === 403 && 'prove' in Object(thrown.body)

/** Why a change was not made. */
export function changeMessage(thrown: unknown): string {
  if (thrown instanceof KeyringError) return thrown.message
  if (thrown instanceof OtherDeviceWasQuicker) return messages.otherDeviceWasQuicker()
  if (thrown instanceof UnknownOutcome) return messages.changeUnknown()
  console.error('A lock was not changed', thrown)
  return userMessage(thrown) ?? messages.changeFailed()
}
