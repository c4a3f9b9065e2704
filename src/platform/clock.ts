/** The current time, injected so that tests can set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The UTC date as `YYYY-MM-DD`. */
export const toUtcDate = (instant: Date): string => instant.toISOString().slice(0, 10)
