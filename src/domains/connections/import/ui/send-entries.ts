import { ApiProblem, userMessage } from '../../../../platform/api-client.ts'
import { journalFetch } from '../../locked-documents/journal-fetch.client.ts'
import { currentLock, requireNoDoubt } from '../../open-lock/current-lock.client.ts'
import type { FoundEntry, Unreadable } from '../findings.rules.ts'
import type { ImportResponse, ImportResult } from '../import.contract.ts'
import { toBatches } from '../import.rules.ts'
import * as messages from '../messages.en.yaml'

/** How far an import came. It goes on from here after it was stopped or cut. */
export type Progress = {
  total: number
  saved: number
  /** Another tab was quicker. */
  existing: number
  rejected: Unreadable[]
  unknownTerms: number
  remaining: readonly FoundEntry[]
  /** Ids of a request whose answer was lost: it may have saved them. */
  unanswered: ReadonlySet<string>
}

export const startOf = (entries: readonly FoundEntry[]): Progress => ({
  total: entries.length,
  saved: 0,
  existing: 0,
  rejected: [],
  unknownTerms: 0,
  remaining: entries,
  unanswered: new Set(),
})

/**
 * Sends what remains, request by request, and yields after each.
 *
 * @param onLost gets the ids of a request, and none once it is answered
 * @throws ApiProblem, or AbortError
 */
export async function* sendEntries(
  start: Progress,
  signal: AbortSignal,
  onLost: (ids: string[]) => void,
): AsyncGenerator<Progress> {
  let progress = start
  const locked = currentLock() && (await import('../locked-import.client.ts'))
  for (const batch of toBatches(start.remaining, locked?.lockedSizeOf)) {
    const sealed = await locked?.sealImports(batch, new Date())
    if (!sealed) requireNoDoubt()
    if (signal.aborted) throw new DOMException('stopped', 'AbortError')
    onLost(batch.map(({ entry }) => entry.id))
    const body = { entries: sealed?.entries ?? batch.map(({ entry }) => entry) }
    const { results } = await journalFetch<ImportResponse>('/journal-imports', {
      ...{ method: 'POST', body, signal },
    })
    onLost([])
    // The server counts no terms that it does not see.
    const counted = results.map((result, index): ImportResult => {
      const unknown_terms = sealed?.unknownTerms[index] ?? 0
      return result.outcome === 'saved' && unknown_terms > 0 ? { ...result, unknown_terms } : result
    })
    progress = addResults(progress, batch, counted)
    yield progress
  }
}

function addResults(progress: Progress, batch: FoundEntry[], results: readonly ImportResult[]): Progress {
  // A request that was answered lately counts as saved by this import.
  const isSaved = ({ outcome, id }: ImportResult) =>
    outcome === 'saved' || (outcome === 'exists' && id !== null && progress.unanswered.has(id))
  const saved = results.filter(isSaved).length
  const rejected = results.flatMap(({ outcome, reason = messages.unreadable() }, index) => {
    const found = batch[index]
    return outcome === 'rejected' && found ? [{ file: found.file, number: found.number, reason }] : []
  })
  return {
    ...progress,
    saved: progress.saved + saved,
    existing: progress.existing + results.length - saved - rejected.length,
    rejected: [...progress.rejected, ...rejected],
    unknownTerms: results.reduce((sum, { unknown_terms = 0 }) => sum + unknown_terms, progress.unknownTerms),
    remaining: progress.remaining.slice(batch.length),
  }
}

/** Why an import ended before its end. */
export const failureMessage = (thrown: unknown): string =>
  userMessage(thrown) ??
  (thrown instanceof ApiProblem && thrown.status === 0 ? messages.networkFailed() : messages.failed())
