import { pino } from 'pino'
import type { Refusal } from './refusal.ts'
import { requestId } from './request-id.ts'
import type { SignInEvent } from './sign-in-event.ts'

/** Nothing else: no bodies, addresses, search text, entries or query strings (docs/security.md). */
export type LogFields = {
  method?: string
  /** The route pattern, never a URL. */
  path?: string
  status?: number
  milliseconds?: number
  refused?: Refusal
  /** Without the message and PostgreSQL's `detail` and parameters. */
  error?: { name: string; code?: string; stack?: string }
  count?: number
  /** The id of a damaged row, for the operator; never a user's id. */
  row?: string
  version?: string
} & Partial<SignInEvent>

type Level = 'debug' | 'info' | 'warn' | 'error'

export type Log = Record<Level, (message: string, fields?: LogFields) => void>

/** Writes JSON lines, within a request with its id. `flush` keeps the order with direct writes. */
export function createLog(level: Level | 'silent'): Log & { flush(): void } {
  const destination = pino.destination({
    sync: true,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: 1024 * 1024,
    retryEAGAIN: () => false,
  })
  // No request waits: lines beyond 1 MiB are lost. `flushSync` would block forever.
  destination.on('error', () => {})
  const flush = () => destination.flush()
  process.on('exit', flush)
  const mixin = () => {
    const request = requestId()
    return request === undefined ? {} : { request }
  }
  const logger = pino({ level, base: null, mixin, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const logAt =
    (name: Level) =>
    (message: string, fields: LogFields = {}) => {
      logger[name](fields, message)
      if (name === 'warn' || name === 'error') flush()
    }
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error'), flush }
}

/** Whether the client disconnected while sending its body. */
export const isClientDisconnect = (thrown: unknown, { signal }: Request): boolean =>
  signal.aborted &&
  (thrown === signal.reason || (thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET'))

/** Drops the message, which may quote a user's text. */
export function loggable(thrown: unknown): LogFields['error'] {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}
  const frames = stackFrames(thrown)
  return { name: thrown.name, ...code, ...(frames ? { stack: frames } : {}) }
}

/** The message may contain lines that look like frames. */
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
