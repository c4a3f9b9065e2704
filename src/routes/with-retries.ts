import { type Log, loggable } from '../platform/log.server.ts'

/** Reads one part of a page. After three attempts (specification point 7, "Retried 2 times") returns undefined, so the rest can render. */
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
