import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { keyedHash, type MasterKey } from './crypto.server.ts'
import type { Database } from './database/pool.server.ts'
import { isThisMachine } from './loopback.ts'
import type { RecordSignIn, SignInKind } from './sign-in-event.ts'

/** How many times in how many seconds; after the last of them nothing is accepted until those have passed. */
const kinds = {
  /** Wrong passwords and wrong codes for one account. */
  proof: { points: 10, duration: 15 * 60 },
  /**
   * The same from one client address, over all accounts: an app's server signs in for many users from one address. A password that
   * one account in a hundred has is found once a quarter of an hour at most, and each account still counts for itself.
   */
  proof_place: { points: 100, duration: 15 * 60 },
  /**
   * Wrong codes of six digits, of an app, a text or an email. Of an app's, three of a million are right at any time: ten a quarter of
   * an hour would find one within a year more often than not, a hundred in thirty days in one year of 270.
   */
  codes_day: { points: 50, duration: 24 * 60 * 60 },
  codes_month: { points: 100, duration: 30 * 24 * 60 * 60 },
  /** Mail that somebody asks us to send to an address. */
  mail: { points: 5, duration: 60 * 60 },
  /** New accounts from one place. */
  account: { points: 20, duration: 60 * 60 },
  /** Messages of the contact form, from one place: a household or a shelter may have much to say. */
  contact: { points: 10, duration: 60 * 60 },
  /** Archives of everything (Download My Data), by one person: each reads and opens all that they wrote. */
  archive: { points: 20, duration: 60 * 60 },
  /** Whatever is made anew for who asks, from one place: thirty a second. See `spend`. */
  request: { points: 300, duration: 10 },
  /** Searches in texts, from one place: ten a second. See `spend`. */
  search: { points: 100, duration: 10 },
} as const

type LimitKind = keyof typeof kinds

/** Milliseconds. */
const lengthOf = (kind: LimitKind): number => kinds[kind].duration * 1000

/** From this many on, each failure makes the next answer wait longer. */
const patientUntil = 3
const longestWait = 4_000

/** So many at once are written down together by `spend`: a tenth of what is allowed. */
const together = 10
/** So many places are remembered by `spend` before those whose time is over are forgotten. */
const remembered = 10_000

/** What counts a guess: the account that it is about, and the client address that it comes from. */
type Guess = {
  kind: SignInKind
  /** Left out where nobody knows yet whose it is. */
  account?: string | undefined
  place: string
  /** Whether it is a code of six digits, which patience would find: those have limits of weeks, too. */
  isCode?: boolean
}
type Judged<Result> = { outcome: 'wait'; seconds: number } | { outcome: 'judged'; result: Result }

export type Limits = {
  /**
   * Counts a guess, judges it, and takes it back when it is right: counted first, a thousand at once are a thousand guesses and not
   * one. The account is counted before the client address, which others share, and before the codes of its month: a guess that it
   * refuses uses up neither. How it ends is recorded as a sign-in event.
   *
   * @param prove gives what a right guess opens
   * @param isRight left out, everything but undefined is right
   * @returns what `prove` gives; `wait` with the seconds when there were too many already, and nothing was judged
   */
  judge<Result>(
    guess: Guess,
    prove: () => Promise<Result>,
    isRight?: (result: Result) => boolean,
  ): Promise<Judged<Result>>
  /**
   * Counts a try before it is made, so that a thousand at once are a thousand tries and not one.
   *
   * @returns seconds to wait when there were too many already; 0 when this one may be made
   */
  take(kind: LimitKind, key: string): Promise<number>
  /** The same by client address. This machine is not counted: all of its users, and a proxy nobody told us of, would be one. */
  takeFrom(kind: LimitKind, address: string): Promise<number>
  /** Forgets a key, after a proof that was right. */
  forget(kind: LimitKind, key: string): Promise<void>
  /**
   * Counts one of very many, at once and without waiting for anybody: here, and with every tenth of what is allowed in PostgreSQL,
   * where the processes see each other's. So a keystroke costs no write, and a flood ten in as many seconds (docs/decisions/021).
   *
   * @param times what costs more counts as several
   * @returns seconds to wait when there were too many; 0 when this one may be done
   */
  spend(kind: LimitKind, key: string, times?: number): number
}

/**
 * Counts in PostgreSQL, so that every process counts together and a restart forgets nothing. Keys (an account, an address)
 * are stored as a keyed hash: a stolen copy does not say who tried.
 *
 * @param database acting as `unfog_auth`
 * @param record is told how each guess ended
 */
export function createLimits(
  database: Database,
  masterKey: MasterKey,
  record: RecordSignIn = () => {},
): Limits {
  const storeClient = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await database.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    },
  }
  const make = (kind: LimitKind) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      schemaName: 'auth',
      tableName: 'attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: kind,
      ...kinds[kind],
    })
  const limiters = {
    ...{
      proof: make('proof'),
      proof_place: make('proof_place'),
      mail: make('mail'),
      account: make('account'),
    },
    ...{ codes_day: make('codes_day'), codes_month: make('codes_month'), contact: make('contact') },
    ...{ archive: make('archive'), request: make('request'), search: make('search') },
  }
  /** Of this window: how many there were, on all processes as far as is known, and how many of them are written nowhere yet. */
  const spent = new Map<string, { count: number; untold: number; until: number }>()
  const windowOf = (kind: LimitKind, key: string) => {
    const place = `${kind} ${key}`
    const now = Date.now()
    const longest = now + lengthOf(kind)
    const held = spent.get(place)
    if (held && held.until > now && held.until <= longest) return held
    if (spent.size >= remembered) {
      for (const [other, { until }] of spent) if (until <= now) spent.delete(other)
      if (spent.size >= remembered) spent.clear()
    }
    const begun = { count: 0, untold: 0, until: longest }
    spent.set(place, begun)
    return begun
  }
  // Named, as everything that the master key makes: else somebody whose key reads like another's text would have that made here.
  const hidden = (key: string) => keyedHash(masterKey, `auth.attempts\0${key}`).toString('base64url')
  const used = (state: RateLimiterRes | null) => state?.consumedPoints ?? 0

  /**
   * A window that ends later than one that begins now was begun while the clock was ahead. It is shortened, or who was counted then
   * would wait for a year after the clock was set right.
   */
  const shortened = async <State extends RateLimiterRes | null>(
    kind: LimitKind,
    key: string,
    state: State,
  ): Promise<State> => {
    if (!state || state.msBeforeNext <= lengthOf(kind)) return state
    const expire = String(Date.now() + lengthOf(kind))
    await database
      .updateTable('auth.attempts')
      .set({ expire })
      .where('key', '=', `${kind}:${hidden(key)}`)
      .where('expire', '>', expire)
      .execute()
    return Object.assign(state, { msBeforeNext: lengthOf(kind) })
  }

  /** What is over the limit is refused by an exception of the library; it has been counted all the same. */
  const consume = async (kind: LimitKind, key: string) => {
    const state = await limiters[kind].consume(hidden(key)).catch((refused: RateLimiterRes | Error) => {
      if (refused instanceof Error) throw refused
      return refused
    })
    return shortened(kind, key, state)
  }
  const slowDown = async (tries: number) => {
    if (tries > patientUntil) await sleep(Math.min(250 * 2 ** (tries - patientUntil - 1), longestWait))
  }

  /** Counts one of a kind. @returns how many there were, and the seconds to wait when those are too many */
  const countOne = async (kind: LimitKind, key: string) => {
    const state = await consume(kind, key)
    const isOver = used(state) > kinds[kind].points
    return { tries: used(state), seconds: isOver ? Math.ceil(state.msBeforeNext / 1000) : 0 }
  }
  type Counted = readonly [kind: LimitKind, key: string]
  const giveBack = (counted: readonly Counted[]) =>
    Promise.all(counted.map(([kind, key]) => limiters[kind].reward(hidden(key), 1)))

  /** @returns the seconds to wait when there were too many; else what counted the guess */
  const recordFailedCode = async ({ account, place, isCode = false }: Guess) => {
    const wanted: Counted[] = account === undefined ? [] : [['proof', account]]
    if (!isThisMachine(place)) wanted.push(['proof_place', place])
    if (account !== undefined && isCode) wanted.push(['codes_day', account], ['codes_month', account])
    const tries: number[] = []
    for (const [kind, key] of wanted) {
      const one = await countOne(kind, key)
      if (one.seconds > 0) {
        await giveBack(wanted.slice(0, tries.length))
        return one.seconds
      }
      tries.push(one.tries)
    }
    if (account !== undefined) await slowDown((tries[0] ?? 1) - 1)
    return wanted
  }

  const take = async (kind: LimitKind, key: string) => {
    const { tries, seconds } = await countOne(kind, key)
    if (seconds === 0) await slowDown(tries - 1)
    return seconds
  }

  return {
    async judge(guess, prove, isRight = (result) => result !== undefined) {
      const { kind, account } = guess
      const counted = await recordFailedCode(guess)
      if (typeof counted === 'number') {
        record({ kind, outcome: 'paused' })
        return { outcome: 'wait', seconds: counted }
      }
      const result = await prove()
      if (!isRight(result)) {
        record({ kind, outcome: 'wrong' })
        return { outcome: 'judged', result }
      }
      // The account's own person forgets their mistakes of a quarter of an hour; those of weeks stay.
      if (account !== undefined) await limiters.proof.delete(hidden(account))
      await giveBack(counted.filter(([limit]) => limit !== 'proof'))
      record({ kind, outcome: 'succeeded' })
      return { outcome: 'judged', result }
    },
    take,
    takeFrom: async (kind, address) => (isThisMachine(address) ? 0 : take(kind, address)),
    spend(kind, key, times = 1) {
      const { points } = kinds[kind]
      const window = windowOf(kind, key)
      window.count += times
      window.untold += times
      // Who is refused already is written down no more: refusing has to stay cheap.
      if (window.untold >= points / together && window.count <= points) {
        const told = window.untold
        window.untold = 0
        limiters[kind]
          .penalty(hidden(key), told)
          .then((all) => shortened(kind, key, all))
          .then(
            (all) => {
              window.count = Math.max(window.count, all.consumedPoints + window.untold)
              window.until = Date.now() + all.msBeforeNext
            },
            // Without the database this process counts alone.
            () => undefined,
          )
      }
      return window.count > points ? Math.max(1, Math.ceil((window.until - Date.now()) / 1000)) : 0
    },
    async forget(kind, key) {
      await limiters[kind].delete(hidden(key))
    },
  }
}
