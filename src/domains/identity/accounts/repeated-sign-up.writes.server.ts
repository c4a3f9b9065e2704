import { keyedHash } from '../../../platform/crypto.server.ts'
import type { SignInOutcome, SignUpOutcome } from '../identity.contract.ts'
import { readUserByEmail } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { signIn, signUp } from '../sign-in.writes.server.ts'

/** Window for a double submit (milliseconds). */
const repeatWindow = 60_000

type RecentSignUp = { outcome: Promise<SignUpOutcome>; until: number }

/** Keyed hashes, in memory only. */
const recentSignUps = new WeakMap<AuthEngine, Map<string, RecentSignUp>>()

/**
 * Signs up from our own form; a double submit counts as one. With SMTP it sends no second email, which would
 * invalidate the first link.
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

async function signInToNewAccount(
  engine: AuthEngine,
  input: { email: string; password: string },
  requestInfo: RequestInfo,
) {
  const user = await readUserByEmail(engine.auth, input.email)
  // The database's clock may differ.
  const age = Math.abs(engine.clock.now().getTime() - (user?.created_at.getTime() ?? 0))
  if (age > repeatWindow) return undefined
  const { email, password } = input
  const result = await signIn(engine, { email, password }, requestInfo)
  return result.outcome === 'wrong' ? undefined : result
}
