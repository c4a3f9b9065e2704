import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { apiFetch, isSignedOut } from '../../../../platform/api-client.ts'
import { isOtherLock } from '../../locked-documents/journal-fetch.client.ts'
import { currentLock } from '../../open-lock/current-lock.client.ts'
import { openLocks } from '../../open-lock/open-locks.client.ts'
import { type DeriveId, deriveId } from '../derived-id.rules.ts'
import { type Findings, type Plan, planImport } from '../findings.rules.ts'
import type { ExistingIds } from '../import.contract.ts'
import * as messages from '../messages.en.yaml'
import { failureMessage, type Progress, sendEntries, startOf } from './send-entries.ts'

export type ImportState =
  | { step: 'choose'; notice?: string; problem?: string }
  | { step: 'reading'; count: number }
  | { step: 'plan'; findings: Findings; plan: Plan }
  | { step: 'importing'; progress: Progress }
  | { step: 'done' | 'stopped'; progress: Progress }
  | { step: 'failed'; progress: Progress; problem: string }

/** Reads files on the device, and sends them once the person confirms. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const controller = useRef<AbortController>(undefined)
  /** Of the plan: ids in a locked journal are others. */
  const lockId = useRef<string>(undefined)
  const queries = useQueryClient()
  useEffect(() => () => controller.current?.abort(), [])

  function begin(): AbortSignal {
    controller.current?.abort()
    controller.current = new AbortController()
    return controller.current.signal
  }

  async function choose(files: readonly File[]) {
    const signal = begin()
    setState({ step: 'reading', count: 0 })
    try {
      const onProgress = (count: number) => setState({ step: 'reading', count })
      const existing = await apiFetch<ExistingIds>('/journal-imports', { signal })
      lockId.current = currentLock()?.id
      const toId = await derivation(existing)
      // Loaded when it is used: it unpacks archives.
      const { readFiles } = await import('../read-files.client.ts')
      const findings = await readFiles(files, { now: new Date(), toId, signal, onProgress })
      setState({ step: 'plan', findings, plan: planImport(findings.entries, existing) })
    } catch (thrown) {
      if (signal.aborted) {
        if (controller.current?.signal === signal)
          setState({ step: 'choose', notice: messages.stoppedReading() })
        return
      }
      console.error('The files could not be compared', thrown)
      setState({
        step: 'choose',
        problem: isSignedOut(thrown) ? failureMessage(thrown) : messages.existingFailed(),
      })
    }
  }

  async function send(start: Progress) {
    if (currentLock()?.id !== lockId.current)
      return setState({ step: 'choose', problem: messages.lockedMeanwhile() })
    const signal = begin()
    let progress = start
    let lost: string[] = []
    setState({ step: 'importing', progress })
    try {
      for await (progress of sendEntries(start, signal, (ids) => {
        lost = ids
      }))
        setState({ step: 'importing', progress })
      setState({ step: 'done', progress })
    } catch (thrown) {
      progress = { ...progress, unanswered: new Set([...progress.unanswered, ...lost]) }
      if (signal.aborted) setState({ step: 'stopped', progress })
      else if (isOtherLock(thrown)) setState({ step: 'choose', problem: messages.lockedMeanwhile() })
      else {
        console.error('An import was not finished', thrown)
        setState({ step: 'failed', progress, problem: failureMessage(thrown) })
      }
    } finally {
      // Even if refetching fails, never show the stale list.
      queries.removeQueries({ queryKey: ['journal-entries'] })
    }
  }

  return {
    state,
    choose,
    start: (plan: Plan) => send(startOf(plan.fresh)),
    resume: send,
    stop: () => controller.current?.abort(),
    reset: () => setState({ step: 'choose' }),
  }
}

/** How ids are derived: in a locked journal with a key. @throws Error while it is closed */
async function derivation({ ids, deleted_ids }: ExistingIds): Promise<DeriveId> {
  const lock = currentLock()
  if (!lock) return deriveId
  const open = openLocks().get(lock.id)
  if (!open) throw new Error('the journal is closed')
  const { lockedIds } = await import('../locked-import.client.ts')
  return lockedIds(open, new Set([...ids, ...deleted_ids]))
}
