import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { keyedHash, type MasterKey } from './crypto.server.ts'
import type { Database } from './database/pool.server.ts'
import { isThisMachine } from './loopback.ts'
import type { RecordSignIn, SignInKind } from './sign-in-event.ts'

/** Seconds. */
const limits = {
  /** Wrong passwords and codes, per account. */
  proof: { points: 10, duration: 15 * 60 },
  /** The same per client IP. An app's server has one IP for many users; each account has its own limit. */
  proof_place: { points: 100, duration: 15 * 60 },
  /** Six-digit codes: 100 tries per 30 days hit one in 270 years, ten per 15 minutes within one. */
  codes_day: { points: 50, duration: 24 * 60 * 60 },
  codes_month: { points: 100, duration: 30 * 24 * 60 * 60 },
  /** Messages per recipient. */
  mail: { points: 5, duration: 60 * 60 },
  /** New accounts per client IP. */
  account: { points: 20, duration: 60 * 60 },
  /** Messages per client IP, which a shelter may share. */
  contact: { points: 10, duration: 60 * 60 },
  /** Data exports per user. */
  archive: { points: 20, duration: 60 * 60 },
  /** Imported Connections per user: twice what a journal holds. */
  import: { points: 40_000, duration: 24 * 60 * 60 },
  /** Uncached responses per client IP. */
  request: { points: 300, duration: 10 },
  /** Full-text searches per client IP. */
  search: { points: 100, duration: 10 },
} as const

type LimitKind = keyof typeof limits

const windowMs = (kind: LimitKind): number => limits[kind].duration * 1000

/** Then twice as long each time. */
const triesWithoutDelay = 3
const maxDelayMs = 4_000

const syncsPerWindow = 10
/** Beyond it expired windows are dropped. */
const maxWindows = 10_000

type Guess = {
  kind: SignInKind
  account?: string | undefined
  clientIp: string
  /** A six-digit code: also limited per day and month. */
  isCode?: boolean
}

export type RateLimits = {
  /**
   * Counts a guess before `check`, so that parallel guesses count too, and refunds it if it is right. A guess
   * that the account's limit rejects uses up neither the client IP nor the monthly codes. After `wait`,
   * `check` did not run.
   */
  attempt<Result>(
    guess: Guess,
    check: () => Promise<Result>,
    isRight?: (result: Result) => boolean,
  ): Promise<{ outcome: 'wait'; seconds: number } | { outcome: 'checked'; result: Result }>
  /** Counts a try before it is made. Returns seconds to wait, or 0. */
  consume(kind: LimitKind, key: string): Promise<number>
  /** By client IP, except this machine's (`isThisMachine`). */
  consumeForIp(kind: LimitKind, address: string): Promise<number>
  /** After a successful proof. */
  reset(kind: LimitKind, key: string): Promise<void>
  /** Counts in memory; syncs after every tenth of the limit: a keystroke costs no write (decision 021). */
  consumeInMemory(kind: LimitKind, key: string, points?: number): number
}

/** Shared by all processes. Keys are keyed hashes: a stolen copy does not tell who tried. */
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
  /** `count` includes other processes; `unsynced` points are not in PostgreSQL yet. */
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
  // Prevents collisions with other uses of the HMAC.
  const hashedKey = (key: string) => keyedHash(masterKey, `auth.attempts\0${key}`).toString('base64url')

  /** Shortens windows of a clock that was ahead; else clients would wait for years. */
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

  /** `seconds` to wait above the limit, else 0. */
  const countOne = async (kind: LimitKind, key: string) => {
    // The library throws its state above the limit, and has counted.
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

  /** Returns the charges, or the seconds to wait. */
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
      const right = isRight(result)
      if (right) {
        // Refunds this guess only; earlier ones still count for the day and month.
        if (account !== undefined) await limiters.proof.delete(hashedKey(account))
        await refund(charges.filter(([limit]) => limit !== 'proof'))
      }
      record({ kind, outcome: right ? 'succeeded' : 'wrong' })
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
