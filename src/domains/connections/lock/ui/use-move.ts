import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, userMessage } from '../../../../platform/api-client.ts'
import type { LockPlan } from '../../move-rows/move-plan.rules.ts'
import { MoveError, type MoveProgress, moveRows } from '../../move-rows/move-rows.client.ts'
import { requestLocks } from '../../open-lock/current-lock.client.ts'
import { openLocks } from '../../open-lock/open-locks.client.ts'
import type { LockRow } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { locksKey } from './use-locks.ts'

type MoveKind = LockPlan['kind']

export type MoveState =
  | { state: 'idle' }
  | { state: 'running'; kind: MoveKind; total: number; progress: MoveProgress }
  | { state: 'done'; kind: MoveKind }
  | { state: 'stopped'; unreadable: LockRow[]; problem?: string }

const noProgress: MoveProgress = { step: 'moving', done: 0, unreadable: [] }

/** Runs the unfinished moves of a plan, one after the other. */
export function useMove() {
  const [state, setState] = useState<MoveState>({ state: 'idle' })
  const controller = useRef<AbortController>(undefined)
  const queries = useQueryClient()
  useEffect(() => () => controller.current?.abort(), [])

  async function start({ jobs, kind, remaining }: LockPlan) {
    if (controller.current && !controller.current.signal.aborted) return
    controller.current = new AbortController()
    const { signal } = controller.current
    let progress = noProgress
    let before = 0
    const show = () => setState({ state: 'running', kind, total: remaining, progress })
    show()
    try {
      for (const job of jobs) {
        for await (const now of moveRows(job, openLocks(), signal)) {
          progress = now.step === 'moving' ? { ...now, done: before + now.done } : now
          show()
        }
        before = progress.step === 'moving' ? progress.done : before
      }
      setState({ state: 'done', kind })
    } catch (thrown) {
      const { unreadable } = progress
      const problem = signal.aborted ? undefined : moveMessage(thrown)
      if (!signal.aborted && !(thrown instanceof MoveError)) console.error('A move was not finished', thrown)
      setState({ state: 'stopped', unreadable, ...(problem !== undefined && { problem }) })
    } finally {
      controller.current = undefined
      // Lists hold text of before. The locks stay shown until they are read again.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== locksKey[0] })
      requestLocks()
      await queries.invalidateQueries({ queryKey: locksKey })
    }
  }

  return {
    state,
    start,
    stop: () => controller.current?.abort(),
    reset: () => setState({ state: 'idle' }),
  }
}

/** Why a move ended before its end. */
function moveMessage(thrown: unknown): string | undefined {
  if (thrown instanceof MoveError) {
    const { reason, count } = thrown
    // The rows are listed.
    if (reason === 'unreadable') return undefined
    return reason === 'no_progress' ? messages.noProgress() : messages.notFoundAgain({ count })
  }
  const isElsewhere = thrown instanceof ApiProblem && [404, 409].includes(thrown.status)
  if (isElsewhere) return messages.movedElsewhere()
  const isLost = thrown instanceof ApiProblem && thrown.status === 0
  return userMessage(thrown) ?? (isLost ? messages.networkLost() : messages.movingFailed())
}
