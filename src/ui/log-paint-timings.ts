/** To the console only (specification point 2, "Home"). */
export function logTimings() {
  const log = ({ name, entryType, startTime, value }: PerformanceEntry & { value?: number }) =>
    console.info(
      value === undefined
        ? `${name || entryType}: ${Math.round(startTime)} ms`
        : `${entryType}: ${value.toFixed(4)} at ${Math.round(startTime)} ms`,
    )
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift']) {
    new PerformanceObserver((list) => list.getEntries().forEach(log)).observe({ type, buffered: true })
  }
}
