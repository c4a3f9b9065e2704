/** Logs paint timings and layout shifts to the console (specification point 2, "Home"). They are sent nowhere. */
export function logTimings() {
  const log = ({ name, entryType, startTime, value }: Timing) =>
    console.info(
      value === undefined
        ? `${name || entryType}: ${Math.round(startTime)} ms`
        : `${entryType}: ${value.toFixed(4)} at ${Math.round(startTime)} ms`,
    )
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift']) {
    new PerformanceObserver((list) => list.getEntries().forEach(log)).observe({ type, buffered: true })
  }
}

/** A layout shift has a value, and no name. */
type Timing = PerformanceEntry & { value?: number }
