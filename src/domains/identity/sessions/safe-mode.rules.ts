import * as messages from './messages.en.yaml'

/** Minutes. */
export const lockChoices = [1, 5, 15] as const
export type LockMinutes = (typeof lockChoices)[number]

/** Null for `0` (never), undefined if invalid. */
export function parseLockMinutes(value: unknown): LockMinutes | null | undefined {
  return value === '0' ? null : lockChoices.find((minutes) => String(minutes) === value)
}

const minute = 60_000

/** Milliseconds until the page locks itself. */
export const idleTimeout = (minutes: LockMinutes): number => minutes * minute

/** Milliseconds between an active page's reports; the server locks this much later. */
export const activityInterval = (minutes: LockMinutes): number => Math.min(minute, idleTimeout(minutes) / 4)

/** When the server locks a session used now. */
export const lockTime = (now: Date, minutes: LockMinutes): Date =>
  new Date(now.getTime() + idleTimeout(minutes) + activityInterval(minutes))

/** The lock time after a proof; null if never. */
export const nextLockTime = (
  { lock_minutes }: { lock_minutes: LockMinutes | null },
  now: Date,
): Date | null => (lock_minutes === null ? null : lockTime(now, lock_minutes))

/** Milliseconds, so that not every request is a write. */
const writeThreshold = 5_000

/** Whether the lock time has changed enough to store it. */
export const needsLockUpdate = (before: Date | null, after: Date | null): boolean =>
  after !== null && (before === null || Math.abs(after.getTime() - before.getTime()) > writeThreshold)

/** Milliseconds until the page should lock, by the server's clock. */
export const lockIn = (locks_at: Date, minutes: LockMinutes, now: Date): number =>
  locks_at.getTime() - activityInterval(minutes) - now.getTime()

/** The message after a change. Any link can forge `search`, so it must agree with `isOn`. */
export const safeModeMessage = (search: string, isOn: boolean): string | undefined => {
  const change = new URLSearchParams(search).get('safe-mode')
  if (change === 'on' && isOn) return messages.safeModeOn()
  return change === 'off' && !isOn ? messages.safeModeOff() : undefined
}

/** Removes the search text, which would otherwise show in a public page's URL. */
export function pathToReturnTo(path: string): string {
  const url = new URL(path, 'https://here.invalid')
  url.searchParams.delete('search')
  return url.pathname + url.search
}
