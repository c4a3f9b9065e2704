let askedAt = 0
const asking = new AbortController()

/** Aborted when this process is asked to end. */
export const asked = asking.signal

const stop = () => {
  // npm passes on the Ctrl-C that the terminal has already sent to us: one wish arrives twice. Whoever asks later means it.
  if (asked.aborted && performance.now() - askedAt > 1_000) process.exit(1)
  if (!asked.aborted) askedAt = performance.now()
  asking.abort()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
