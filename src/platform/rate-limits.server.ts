import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { keyedHash, type MasterKey } from './crypto.server.ts'
import type { Database } from './database/pool.server.ts'
import { isThisMachine } from './loopback.ts'
import type { RecordSignIn, SignInKind } from './sign-in-event.ts'

/** Points per window; `duration` in seconds. */
const limits = {
  /** Wrong passwords and codes, per account. */
  proof: { points: 10, duration: 15 * 60 },
  /**
   * Wrong passwords and codes, per client IP over all accounts. An app's server signs in many users from one IP, so the limit is
   * generous: a password that one account in a hundred has is found once in 15 minutes at most, and each account has its own limit.
   */
  proof_place: { points: 100, duration: 15 * 60 },
  /**
   * Wrong six-digit codes of an app, an SMS or an email. Three of a million app codes are valid at any time: ten tries per 15 minutes
   * would probably hit one within a year. A hundred tries per 30 days hit one in 270 years.
   */
  codes_day: { points: 50, duration: 24 * 60 * 60 },
  codes_month: { points: 100, duration: 30 * 24 * 60 * 60 },
  /** Requested messages, per recipient. */
  mail: { points: 5, duration: 60 * 60 },
  /** New accounts, per client IP. */
  account: { points: 20, duration: 60 * 60 },
  /** Contact messages, per client IP, which a household or a shelter may share. */
  contact: { points: 10, duration: 60 * 60 },
  /** Data exports (Download My Data), per user: each decrypts everything they wrote. */
  archive: { points: 20, duration: 60 * 60 },
  /** Uncached responses, per client IP: 30 a second. */
  request: { points: 300, duration: 10 },
  /** Full-text searches, per client IP: 10 a second. */
  search: { points: 100, duration: 10 },
} as const

type LimitKind = keyof typeof limits

const windowMs = (kind: LimitKind): number => limits[kind].duration * 1000

/** Each further try is delayed, twice as long as the one before, up to `maxDelayMs`. */
const triesWithoutDelay = 3
const maxDelayMs = 4_000

/** `consumeInMemory` writes to PostgreSQL after every tenth of a limit. */
const syncsPerWindow = 10
/** `consumeInMemory` drops expired windows beyond this number. */
const maxWindows = 10_000

type Guess = {
  kind: SignInKind
  /** Undefined while the account is unknown. */
  account?: string | undefined
  clientIp: string
  /** Six-digit codes can be found by patience, so they have daily and monthly limits too. */
  isCode?: boolean
}
type AttemptResult<Result> = { outcome: 'wait'; seconds: number } | { outcome: 'checked'; result: Result }

export type RateLimits = {
  /**
   * Counts a guess, checks it and refunds it if it is right. Counting first makes a thousand parallel guesses a thousand tries. The
   * account is counted before the shared client IP and before the monthly codes, so a guess that it rejects uses up neither. Records
   * the outcome as a sign-in event.
   *
   * @param isRight by default every result but undefined
   * @returns the result of `check`, or `wait` with the seconds if a limit was exceeded; `check` did not run then
   */
  attempt<Result>(
    guess: Guess,
    check: () => Promise<Result>,
    isRight?: (result: Result) => boolean,
  ): Promise<AttemptResult<Result>>
  /** Counts a try before it is made. @returns seconds to wait if the limit is exceeded, else 0 */
  consume(kind: LimitKind, key: string): Promise<number>
  /** `consume` by client IP. Skips this machine: an undeclared proxy on it would make all users one client. */
  consumeForIp(kind: LimitKind, address: string): Promise<number>
  /** Forgets a key, after a successful proof. */
  reset(kind: LimitKind, key: string): Promise<void>
  /**
   * Counts synchronously in memory, and syncs with the other processes through PostgreSQL after every tenth of the limit. So a
   * keystroke costs no write (docs/decisions/021).
   *
   * @param points how many to consume
   * @returns seconds to wait if the limit is exceeded, else 0
   */
  consumeInMemory(kind: LimitKind, key: string, points?: number): number
}

/**
 * Rate limits in PostgreSQL, shared by all processes and kept across restarts. Keys (an account, an IP) are stored as keyed hashes, so
 * a stolen copy does not tell who tried.
 *
 * @param database acting as `unfog_auth`
 * @param record gets the outcome of each guess
 */
export function createRateLimits(
  database: Database,
  masterKey: MasterKey,
  record: RecordSignIn = () => {},
): RateLimits {
  const storeClient = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await database.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    },
  }
  const limiters = Object.fromEntries(
    (Object.keys(limits) as LimitKind[]).map((kind) => [
      kind,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'auth',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: kind,
        ...limits[kind],
      }),
    ]),
  ) as Record<LimitKind, RateLimiterPostgres>
  /** `count` includes other processes as of the last sync; `unsynced` points are not in PostgreSQL yet. */
  const windows = new Map<string, { count: number; unsynced: number; until: number }>()
  const getWindow = (kind: LimitKind, key: string) => {
    const windowKey = `${kind} ${key}`
    const now = Date.now()
    const until = now + windowMs(kind)
    const existing = windows.get(windowKey)
    if (existing && existing.until > now && existing.until <= until) return existing
    if (windows.size >= maxWindows) {
      for (const [key, window] of windows) if (window.until <= now) windows.delete(key)
      if (windows.size >= maxWindows) windows.clear()
    }
    const created = { count: 0, unsynced: 0, until }
    windows.set(windowKey, created)
    return created
  }
  // The prefix keeps a crafted key from colliding with another use of the master key's HMAC.
  const hashedKey = (key: string) => keyedHash(masterKey, `auth.attempts\0${key}`).toString('base64url')

  /** Shortens a window that began while the clock was ahead; else the client would wait for years after the clock is corrected. */
  const clampWindow = async <State extends RateLimiterRes | null>(
    kind: LimitKind,
    key: string,
    state: State,
  ): Promise<State> => {
    if (!state || state.msBeforeNext <= windowMs(kind)) return state
    const expire = String(Date.now() + windowMs(kind))
    await database
      .updateTable('auth.rate_limits')
      .set({ expire })
      .where('key', '=', `${kind}:${hashedKey(key)}`)
      .where('expire', '>', expire)
      .execute()
    return Object.assign(state, { msBeforeNext: windowMs(kind) })
  }

  const delayAfter = async (tries: number) => {
    if (tries > triesWithoutDelay)
      await sleep(Math.min(250 * 2 ** (tries - triesWithoutDelay - 1), maxDelayMs))
  }

  /** @returns the tries in this window, and the seconds to wait if they exceed the limit */
  const countOne = async (kind: LimitKind, key: string) => {
    // The library throws its state when the limit is exceeded, and has counted all the same.
    const consumed = await limiters[kind].consume(hashedKey(key)).catch((thrown: RateLimiterRes | Error) => {
      if (thrown instanceof Error) throw thrown
      return thrown
    })
    const { consumedPoints, msBeforeNext } = await clampWindow(kind, key, consumed)
    const isOver = consumedPoints > limits[kind].points
    return { tries: consumedPoints, seconds: isOver ? Math.ceil(msBeforeNext / 1000) : 0 }
  }
  type Charge = readonly [kind: LimitKind, key: string]
  const refund = (charges: readonly Charge[]) =>
    Promise.all(charges.map(([kind, key]) => limiters[kind].reward(hashedKey(key), 1)))

  /** @returns the charges of the guess, or the seconds to wait if a limit is exceeded */
  const countGuess = async ({ account, clientIp, isCode = false }: Guess) => {
    const charges: Charge[] = account === undefined ? [] : [['proof', account]]
    if (!isThisMachine(clientIp)) charges.push(['proof_place', clientIp])
    if (account !== undefined && isCode) charges.push(['codes_day', account], ['codes_month', account])
    const tries: number[] = []
    for (const [kind, key] of charges) {
      const one = await countOne(kind, key)
      if (one.seconds > 0) {
        await refund(charges.slice(0, tries.length))
        return one.seconds
      }
      tries.push(one.tries)
    }
    if (account !== undefined) await delayAfter((tries[0] ?? 1) - 1)
    return charges
  }

  const consume = async (kind: LimitKind, key: string) => {
    const { tries, seconds } = await countOne(kind, key)
    if (seconds === 0) await delayAfter(tries - 1)
    return seconds
  }

  return {
    async attempt(guess, check, isRight = (result) => result !== undefined) {
      const { kind, account } = guess
      const charges = await countGuess(guess)
      if (typeof charges === 'number') {
        record({ kind, outcome: 'paused' })
        return { outcome: 'wait', seconds: charges }
      }
      const result = await check()
      if (!isRight(result)) {
        record({ kind, outcome: 'wrong' })
        return { outcome: 'checked', result }
      }
      // Success clears the 15-minute window of the account, but no earlier try of the day and month.
      if (account !== undefined) await limiters.proof.delete(hashedKey(account))
      await refund(charges.filter(([limit]) => limit !== 'proof'))
      record({ kind, outcome: 'succeeded' })
      return { outcome: 'checked', result }
    },
    consume,
    consumeForIp: async (kind, address) => (isThisMachine(address) ? 0 : consume(kind, address)),
    consumeInMemory(kind, key, points = 1) {
      const limit = limits[kind].points
      const window = getWindow(kind, key)
      window.count += points
      window.unsynced += points
      // Above the limit nothing is written, so rejecting stays cheap.
      if (window.unsynced >= limit / syncsPerWindow && window.count <= limit) {
        const synced = window.unsynced
        window.unsynced = 0
        limiters[kind]
          .penalty(hashedKey(key), synced)
          .then((state) => clampWindow(kind, key, state))
          .then(
            (state) => {
              window.count = Math.max(window.count, state.consumedPoints + window.unsynced)
              window.until = Date.now() + state.msBeforeNext
            },
            // Without the database this process counts alone.
            () => undefined,
          )
      }
      return window.count > limit ? Math.max(1, Math.ceil((window.until - Date.now()) / 1000)) : 0
    },
    async reset(kind, key) {
      await limiters[kind].delete(hashedKey(key))
    },
  }
}
