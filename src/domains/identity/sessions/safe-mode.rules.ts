/** After how many minutes without use Safe Mode can lock. */
export const lockChoices = [1, 5, 15] as const
export type LockMinutes = (typeof lockChoices)[number]

/** @param value by a form; `0` is no lock @returns undefined for what is no choice */
export function parseLockMinutes(value: unknown): LockMinutes | null | undefined {
  return value === '0' ? null : lockChoices.find((minutes) => String(minutes) === value)
}

const minute = 60_000

/** How long somebody may do nothing until the page locks itself (milliseconds). */
export const idleTimeout = (minutes: LockMinutes): number => minutes * minute

/** How often a page that is used says so, at most (milliseconds): so much later than the page, the server locks by its own clock. */
export const activityInterval = (minutes: LockMinutes): number => Math.min(minute, idleTimeout(minutes) / 4)

/** @returns when the server locks a session that is used now, whatever its page does */
export const lockTime = (now: Date, minutes: LockMinutes): Date =>
  new Date(now.getTime() + idleTimeout(minutes) + activityInterval(minutes))

/** @returns when a session locks whose person has just shown who they are; null when none was chosen */
export const nextLockTime = (
  { lock_minutes }: { lock_minutes: LockMinutes | null },
  now: Date,
): Date | null => (lock_minutes === null ? null : lockTime(now, lock_minutes))

/** So that not every request is a write (milliseconds). */
const writeThreshold = 5_000

/** Whether the moment at which a session locks has moved far enough to be written down. */
export const needsLockUpdate = (before: Date | null, after: Date | null): boolean =>
  after !== null && (before === null || Math.abs(after.getTime() - before.getTime()) > writeThreshold)

/**
 * @param locks_at as the server keeps it
 * @returns milliseconds until the page should lock, by the server's clock; negative when it should have
 */
export const lockIn = (locks_at: Date, minutes: LockMinutes, now: Date): number =>
  locks_at.getTime() - activityInterval(minutes) - now.getTime()

/**
 * The message after Safe Mode was turned on or off.
 *
 * @param search of the address that the form leads to; any link can hold it, so it is never believed against `isOn`
 * @param isOn whether Safe Mode is on
 */
export const safeModeMessage = (search: string, isOn: boolean): string | undefined => {
  const change = new URLSearchParams(search).get('safe-mode')
  if (change === 'on' && isOn) return 'Safe Mode is on, here and wherever else you sign in.'
  return change === 'off' && !isOn ? 'Safe Mode is off.' : undefined
}

/** Where who they are is asked of somebody whose page has locked. */
export const lockedPath = '/auth-test/locked'

/** @returns the path to come back to later, without its search text, which would stand in the address of a page for everyone */
export function pathToReturnTo(path: string): string {
  const url = new URL(path, 'https://here.invalid')
  url.searchParams.delete('search')
  return url.pathname + url.search
}
