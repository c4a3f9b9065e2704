import { pino } from 'pino'
import type { Refusal } from './refusal.ts'
import type { SignInEvent } from './sign-in-event.ts'

/**
 * What a log line may carry. Anything not listed here is a type error: bodies, email addresses, search text, entry text and
 * query strings must never reach a log (promise 1).
 */
export type LogFields = {
  method?: string
  /** The pattern of a route, such as `/glossary/:slug`; never an address. */
  path?: string
  status?: number
  milliseconds?: number
  refused?: Refusal
  /** The name and stack of our own error; PostgreSQL's `detail` and parameters are left out. */
  error?: { name: string; code?: string; stack?: string }
  count?: number
  /** The id of a row that somebody has to look at; never a person's. */
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
 * @param level the least level written; lines are JSON on standard output
 * @returns with `flush`, for who says something there without it, in its turn
 */
export function createLog(level: 'silent' | 'error' | 'warn' | 'info' | 'debug'): Log & { flush(): void } {
  // A line a request, one write for many: what goes wrong is written at once, the rest after a tenth of a second or at the end.
  const out = pino.destination({
    sync: true,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: 1024 * 1024,
    retryEAGAIN: () => false,
  })
  // What cannot be written, as to a file on a full disk, is tried again with what comes next, and beyond a megabyte it is lost: nobody
  // waits for a log. (Its `flushSync` would, for good.)
  out.on('error', () => {})
  const flush = () => out.flush()
  process.on('exit', flush)
  const lines = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, out)
  const at =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) => {
      lines[name](fields, message)
      if (name === 'warn' || name === 'error') flush()
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush }
}

/**
 * Whether what was thrown says no more than that the line to who asked was cut in the middle of what they sent, as a telephone's is: no
 * failure of ours, and nobody hears the answer.
 */
export const isCutLine = (thrown: unknown, { signal }: Request): boolean =>
  signal.aborted &&
  (thrown === signal.reason || (thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET'))

/** An unknown thrown value as the few fields that may be logged. Its message may quote what a person wrote, so it stays out. */
export function loggable(thrown: unknown): LogFields['error'] {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}
  const frames = framesOf(thrown)
  return { name: thrown.name, ...code, ...(frames ? { stack: frames } : {}) }
}

/** The stack begins with the message, and a message may hold lines that look like the rest of it. */
function framesOf({ stack = '', message }: Error): string {
  const begin = stack.indexOf(message)
  if (begin < 0) return ''
  return stack
    .slice(begin + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')
}
