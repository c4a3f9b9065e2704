/** Injected for tests. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** In UTC, as `YYYY-MM-DD`. */
export const toUtcDate = (instant: Date): string => instant.toISOString().slice(0, 10)
