import { type Log, loggable } from '../platform/log.server.ts'

/**
 * Part of a page that may fail alone: tried three times (specification point 7, "Retried 2 times"), then undefined, so that
 * the rest of the page still comes.
 */
export async function withRetries<T>(log: Log, read: () => Promise<T>): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (thrown) {
      log.warn('a part of a page could not be read', { count: attempt, error: loggable(thrown) })
      if (attempt === 3) return undefined
    }
  }
}
