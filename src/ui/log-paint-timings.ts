/**
 * Writes to the console when the page was painted, and what of it moved (specification point 2, "Home"). They stay there: nobody is
 * sent a figure.
 */
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
