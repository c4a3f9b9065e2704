import { keyedHash } from '../../../platform/crypto.server.ts'
import type { SignInOutcome, SignUpOutcome } from '../identity.contract.ts'
import { readUserByEmail } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { signIn, signUp } from '../sign-in.writes.server.ts'

/** A sign-up that comes again within this time is a second press of the same button (milliseconds). */
const samePress = 60_000

type Recent = { outcome: Promise<SignUpOutcome>; until: number }

/** By what was typed and where it came from, as a keyed hash; in memory alone, as long as a press may be repeated. */
const recentOf = new WeakMap<AuthEngine, Map<string, Recent>>()

/**
 * Signs up by our own form. Without a script the button can be pressed twice on a slow line, and that is one sign-up: without mail the
 * second press signs in to the account that the first one made, with mail it sends no second letter, which would end the link of the
 * first one. Another password, or another device or client address, is another sign-up.
 */
export async function signUpOnce(
  engine: AuthEngine,
  given: Parameters<typeof signUp>[1],
  requestInfo: RequestInfo,
): Promise<SignUpOutcome | SignInOutcome> {
  const now = engine.clock.now().getTime()
  const recent = recentOf.get(engine) ?? new Map<string, Recent>()
  recentOf.set(engine, recent)
  for (const [key, { until }] of recent) if (until <= now) recent.delete(key)
  const key = keyOf(engine, given, requestInfo)
  const before = recent.get(key)
  if (before) return before.outcome
  const outcome = signUp(engine, given, requestInfo)
  recent.set(key, { outcome, until: now + samePress })
  const result = await outcome.finally(() => recent.delete(key))
  if (result.outcome === 'check_mail') recent.set(key, { outcome, until: now + samePress })
  return result.outcome === 'taken' ? ((await signInToNew(engine, given, requestInfo)) ?? result) : result
}

const keyOf = (
  { masterKey }: AuthEngine,
  { email, password, wanted }: Parameters<typeof signUp>[1],
  { address, device, shared_device }: RequestInfo,
) =>
  keyedHash(
    masterKey,
    `repeated-sign-up\0${JSON.stringify([emailKey(email), password, wanted, address, device, shared_device])}`,
  ).toString('base64url')

/** @returns how the sign-in ended, where the account was made a moment ago and the password is its own */
async function signInToNew(
  engine: AuthEngine,
  given: { email: string; password: string },
  requestInfo: RequestInfo,
) {
  const user = await readUserByEmail(engine.auth, given.email)
  // The database has a clock of its own.
  const age = Math.abs(engine.clock.now().getTime() - (user?.created_at.getTime() ?? 0))
  if (age > samePress) return undefined
  const { email, password } = given
  const result = await signIn(engine, { email, password }, requestInfo)
  return result.outcome === 'wrong' ? undefined : result
}
