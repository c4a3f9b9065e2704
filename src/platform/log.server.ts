import { pino } from 'pino'
import type { Refusal } from './refusal.ts'
import type { SignInEvent } from './sign-in-event.ts'

/**
 * The fields of a log line; others are a type error. Bodies, email addresses, search text, entry text and query strings must never
 * reach a log (promise 1).
 */
export type LogFields = {
  method?: string
  /** The route pattern, such as `/glossary/:slug`; never a URL. */
  path?: string
  status?: number
  milliseconds?: number
  refused?: Refusal
  /** Excludes the message and PostgreSQL's `detail` and parameters. */
  error?: { name: string; code?: string; stack?: string }
  count?: number
  /** The id of a row that the operator has to look at; never a user's. */
  row?: string
  version?: string
} & Partial<SignInEvent>

export type Log = {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/**
 * Writes JSON lines to standard output.
 *
 * @param level the lowest level written
 * @returns the log; `flush` keeps the order for callers that also write to standard output directly
 */
export function createLog(level: 'silent' | 'error' | 'warn' | 'info' | 'debug'): Log & { flush(): void } {
  // Batches lines for 100 ms; warnings, errors and process exit flush.
  const destination = pino.destination({
    sync: true,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: 1024 * 1024,
    retryEAGAIN: () => false,
  })
  // Failed writes (full disk) are retried with the next line, and lost beyond 1 MiB: no request waits for the log. `flushSync` would
  // block forever.
  destination.on('error', () => {})
  const flush = () => destination.flush()
  process.on('exit', flush)
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const logAt =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) => {
      logger[name](fields, message)
      if (name === 'warn' || name === 'error') flush()
    }
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error'), flush }
}

/** Whether the error only means that the client disconnected while sending its request body. */
export const isClientDisconnect = (thrown: unknown, { signal }: Request): boolean =>
  signal.aborted &&
  (thrown === signal.reason || (thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET'))

/** The loggable fields of a thrown value. Its message may quote a user's text, so it is dropped. */
export function loggable(thrown: unknown): LogFields['error'] {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}
  const frames = stackFrames(thrown)
  return { name: thrown.name, ...code, ...(frames ? { stack: frames } : {}) }
}

/** Skips the message at the start of the stack: it may contain lines that look like frames. */
function stackFrames({ stack = '', message }: Error): string {
  const begin = stack.indexOf(message)
  if (begin < 0) return ''
  return stack
    .slice(begin + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')
}
