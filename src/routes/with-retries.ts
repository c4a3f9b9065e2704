import { type Log, loggable } from '../platform/log.server.ts'

/** Undefined after three attempts (specification point 7), so the rest can render. */
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
