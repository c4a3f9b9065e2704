import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const storage = new AsyncLocalStorage<string>()

/** Runs a request under a random number that is in each of its log lines and on its error page. It names no one. */
export const withRequestId = <Result>(handle: () => Result): Result =>
  storage.run(randomBytes(4).toString('hex'), handle)

/** The number of the current request; undefined outside of one. */
export const requestId = (): string | undefined => storage.getStore()
