import { ApiProblem, apiFetch } from '../../../platform/api-client.ts'
import { requestLocks } from '../open-lock/current-lock.client.ts'
import { openDocuments } from './open-documents.client.ts'

/**
 * As `apiFetch`, and opens what is locked in the answer, also in that of a conflict. A page that is older than the lock learns it.
 *
 * @throws ApiProblem
 */
export async function journalFetch<Result>(
  path: string,
  options: Parameters<typeof apiFetch>[1] = {},
): Promise<Result> {
  try {
    return await openDocuments(await apiFetch<Result>(path, options))
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem) || typeof thrown.body !== 'object') throw thrown
    if (isOtherLock(thrown)) requestLocks()
    throw new ApiProblem(thrown.status, thrown.message, await openDocuments(thrown.body))
  }
}

/** Whether the server refused text because it belongs to another lock, or to none. */
export const isOtherLock = (thrown: unknown): boolean =>
  thrown instanceof ApiProblem &&
  thrown.status === 403 &&
  typeof thrown.body === 'object' &&
  thrown.body !== null &&
  'journal_lock' in thrown.body
