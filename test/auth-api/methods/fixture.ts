import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { vi } from 'vitest'
import { authApiApp, password } from '../../support/auth-api-client.ts'
import { browserWithPasskeys } from '../../support/browser-passkeys.ts'
import type { openidProvider } from '../../support/openid-provider.ts'
import { type RecordedCall, recordCalls } from '../../support/recorded-client.ts'
import { samlProvider } from '../../support/saml-provider.ts'
import type { TestDatabase } from '../../support/test-database.ts'

export const app = 'https://app.example/in'
export const origin = 'http://localhost:3000'

/**
 * How a method is tested. `works` is a reason if the method is disabled here. `refuses` is a reason if the method cannot be
 * rejected, else the error code and a call that gets it.
 */
export type Tried = {
  works: ((world: World) => Promise<unknown>) | string
  refuses: [code: string, by: (world: World) => Promise<unknown>] | string
}

/** Two servers, one with everything on and one with everything off, and clients whose calls are recorded. */
export async function makeWorld(
  database: TestDatabase,
  provider: Awaited<ReturnType<typeof openidProvider>>,
) {
  const on = await authApiApp(database, {
    ...{ ADMIN_CALLS: 'on', ANONYMOUS_SIGN_IN: 'on', PHONE_SIGN_IN: 'on', PHONE_SECOND_STEP: 'on' },
    ...{ PASSKEY_SIGN_IN: 'on', WALLET_SIGN_IN: 'ethereum solana', REDIRECT_URLS: app },
    ...{ SAML_ACME: samlProvider().setting, OIDC_TEST: provider.setting },
  })
  const off = await authApiApp(database)
  const called: RecordedCall[] = []
  const record = <Somebody extends { auth: Parameters<typeof recordCalls>[0] }>(
    somebody: Somebody,
  ): Somebody => ({
    ...somebody,
    auth: recordCalls(somebody.auth, called),
  })
  let people = 0
  const address = () => `method-${++people}@example.org`
  const number = () => `+1555200${String(++people).padStart(4, '0')}`
  const codeOf = (secret: string) => {
    on.advance(30_000)
    return generateSync({ secret, epoch: Math.floor(on.time.now.getTime() / 1000) })
  }

  const newcomer = async (options: Parameters<typeof on.createUser>[0] = {}) =>
    record(await on.createUser(options))
  const nobody = (options: Parameters<typeof on.client>[0] = {}) => record(on.client(options))
  const closed = () => record(off.client())
  /** An anonymous user, which is the fastest way to a session. */
  async function somebody() {
    const one = nobody()
    await one.auth.signInAnonymously()
    return one
  }
  /** A user with a session at aal2. */
  async function withTotp() {
    const one = await newcomer()
    const { data } = await one.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
    await one.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    return { ...one, factorId, secret }
  }
  async function withCodes() {
    const one = await withTotp()
    const { data } = await one.auth.mfa.recoveryCodes.generate()
    return { ...one, codes: data?.codes ?? [] }
  }
  /** A user with a passkey. The stubbed browser stays until the test ends. */
  async function withPasskey() {
    const browser = browserWithPasskeys(origin)
    const one = await newcomer()
    const { data } = await one.auth.registerPasskey()
    await one.auth.refreshSession()
    return { ...one, browser, passkeyId: data?.id ?? '' }
  }
  async function service() {
    const made = await on.service()
    return record(made).auth.admin
  }
  /** A program with an invalid token. */
  const stranger = () => nobody({ headers: { Authorization: 'Bearer nothing' } }).auth.admin
  /** A user made by the admin API. */
  async function made() {
    const admin = await service()
    const email = address()
    const { data } = await admin.createUser({ email, password, email_confirm: true })
    return { admin, email, id: data.user?.id ?? '' }
  }
  /** A sign-in email that a PKCE client requested. */
  async function askedByCode() {
    const one = nobody({ flowType: 'pkce' })
    const email = address()
    await one.auth.signInWithOtp({ email, options: { emailRedirectTo: app } })
    return { ...one, email, ...(await on.messageTo(email)) }
  }

  return {
    ...{
      on,
      off,
      called,
      provider,
      database,
      address,
      number,
      codeOf,
      random: randomUUID,
    },
    ...{ newcomer, nobody, closed, somebody, withTotp, withCodes, withPasskey, service, stranger, made },
    ...{ askedByCode, endOfTest: () => vi.unstubAllGlobals() },
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** A token with the right format and a wrong signature. */
export const forged = (token: string): string => {
  const [head, claims, signature = ''] = token.split('.')
  return [head, claims, [...signature].toReversed().join('')].join('.')
}
