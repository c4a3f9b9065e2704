/** The time, passed in so that a test can stand on any day. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The day in UTC as `YYYY-MM-DD`: the unit of the term of the day. */
export const toUtcDate = (instant: Date): string => instant.toISOString().slice(0, 10)
