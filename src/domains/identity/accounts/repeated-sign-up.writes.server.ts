import { keyedHash } from '../../../platform/crypto.server.ts'
import type { SignInOutcome, SignUpOutcome } from '../identity.contract.ts'
import { readUserByEmail } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { signIn, signUp } from '../sign-in.writes.server.ts'

/** A sign-up that comes again within this time is a second press of the same button (milliseconds). */
const repeatWindow = 60_000

type RecentSignUp = { outcome: Promise<SignUpOutcome>; until: number }

/** By what was typed and where it came from, as a keyed hash; in memory alone, as long as a press may be repeated. */
const recentSignUps = new WeakMap<AuthEngine, Map<string, RecentSignUp>>()

/**
 * Signs up by our own form. Without a script the button can be pressed twice on a slow line, and that is one sign-up: without mail the
 * second press signs in to the account that the first one made, with mail it sends no second letter, which would end the link of the
 * first one. Another password, or another device or client address, is another sign-up.
 */
export async function signUpOnce(
  engine: AuthEngine,
  input: Parameters<typeof signUp>[1],
  requestInfo: RequestInfo,
): Promise<SignUpOutcome | SignInOutcome> {
  const now = engine.clock.now().getTime()
  const recent = recentSignUps.get(engine) ?? new Map<string, RecentSignUp>()
  recentSignUps.set(engine, recent)
  for (const [key, { until }] of recent) if (until <= now) recent.delete(key)
  const key = keyOf(engine, input, requestInfo)
  const repeated = recent.get(key)
  if (repeated) return repeated.outcome
  const outcome = signUp(engine, input, requestInfo)
  recent.set(key, { outcome, until: now + repeatWindow })
  const result = await outcome.finally(() => recent.delete(key))
  if (result.outcome === 'check_mail') recent.set(key, { outcome, until: now + repeatWindow })
  return result.outcome === 'taken'
    ? ((await signInToNewAccount(engine, input, requestInfo)) ?? result)
    : result
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
async function signInToNewAccount(
  engine: AuthEngine,
  input: { email: string; password: string },
  requestInfo: RequestInfo,
) {
  const user = await readUserByEmail(engine.auth, input.email)
  // The database has a clock of its own.
  const age = Math.abs(engine.clock.now().getTime() - (user?.created_at.getTime() ?? 0))
  if (age > repeatWindow) return undefined
  const { email, password } = input
  const result = await signIn(engine, { email, password }, requestInfo)
  return result.outcome === 'wrong' ? undefined : result
}
