import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import * as account from '../../src/auth-api/account/account.contract.ts'
import * as admin from '../../src/auth-api/admin/admin.contract.ts'
import * as links from '../../src/auth-api/admin/admin-links.contract.ts'
import * as second from '../../src/auth-api/mfa/mfa.contract.ts'
import * as providers from '../../src/auth-api/oauth/oauth.contract.ts'
import { pkceGrant } from '../../src/auth-api/oauth/pkce-codes.contract.ts'
import { ssoBody } from '../../src/auth-api/oauth/sso.contract.ts'
import * as sessions from '../../src/auth-api/sessions/sessions.contract.ts'
import * as mailed from '../../src/auth-api/sign-in/email-otp.contract.ts'
import { idTokenBody } from '../../src/auth-api/sign-in/id-token-grant.contract.ts'
import { web3Grant } from '../../src/auth-api/sign-in/web3.contract.ts'
import { authApiApp, bearer, password } from '../support/auth-api-client.ts'
import reference from '../support/reference.json' with { type: 'json' }
import { samlProvider } from '../support/saml-provider.ts'
import { testDatabase } from '../support/test-database.ts'

/*
 * Compares the published description of the reference service with this server, path by path and field by field. Every
 * difference is listed with its reason in docs/auth-service.md, and nothing else is.
 */

const database = testDatabase()
type Wire = Awaited<ReturnType<typeof authApiApp>>
let wire: Wire
let service: string
beforeAll(async () => {
  wire = await authApiApp(database, {
    ...{
      ADMIN_CALLS: 'on',
      ANONYMOUS_SIGN_IN: 'on',
      PHONE_SIGN_IN: 'on',
      PHONE_SECOND_STEP: 'on',
      WALLET_SIGN_IN: 'ethereum solana',
    },
    SAML_ACME: samlProvider().setting,
  })
  service = (await wire.service(24)).token
})

/** The schemas of the query and the body of each call. */
const reads: Record<string, z.ZodObject[]> = {
  'POST /token': [...[sessions.passwordGrant, sessions.refreshGrant, pkceGrant, web3Grant], idTokenBody],
  'POST /logout': [sessions.logoutQuery],
  'POST /verify': [mailed.verifyBody],
  'GET /authorize': [providers.authorizeQuery],
  'POST /signup': [account.signUpBody],
  'POST /recover': [mailed.recoverBody],
  'POST /resend': [mailed.resendBody],
  'POST /otp': [mailed.otpBody],
  'PUT /user': [account.updateBody],
  'GET /user/identities/authorize': [providers.authorizeQuery],
  'POST /factors': [second.enrollBody],
  'POST /factors/{factorId}/challenge': [second.challengeBody],
  'POST /factors/{factorId}/verify': [second.verifyFactorBody],
  'POST /sso': [ssoBody],
  'POST /invite': [links.inviteBody],
  'POST /admin/generate_link': [links.linkBody],
  'GET /admin/users': [admin.listQuery],
  'GET /admin/audit': [admin.auditQuery],
  'PUT /admin/users/{userId}': [admin.updateBody],
  'DELETE /admin/users/{userId}': [admin.deleteBody],
}
/** Parameters of the path, and the name of the grant. */
const named = ['factor_id', 'user_id', 'grant_type']

type Schema = keyof typeof reference.schemas
const schemaOf = (name: string) => reference.schemas[name as Schema]
type Described = { query?: string[]; body?: string[] | string }
const described = Object.entries(reference.paths as Record<string, Described>)

const without = (all: Iterable<string>, known: Iterable<string>) => {
  const set = new Set(known)
  return [...new Set(all)].filter((name) => !set.has(name)).toSorted()
}
const differing = (what: string, theirs: string[], ours: string[]) => [
  ...without(theirs, ours).map((name) => `${what}: without ${name}`),
  ...without(ours, theirs).map((name) => `${what}: with ${name} besides`),
]

/** @returns the error code if the call is disabled, else undefined */
async function closed(call: string): Promise<string | undefined> {
  const [method = '', path = ''] = call.split(' ')
  const asked = path.replaceAll(/\{[^}]+\}/g, uuidv7())
  const headers = /^\/(?:admin|invite)/.test(path) ? bearer(service).headers : bearer('').headers
  const response = await wire.ask(asked, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
  const answer: unknown = await response.json().catch(() => undefined)
  const { code } = (answer ?? {}) as { code?: string }
  return ['not_found', 'feature_disabled', 'saml_provider_disabled'].find((reason) => reason === code)
}

async function seen(): Promise<Record<Schema, string[]>> {
  const keys = (...objects: (object | null | undefined)[]) => objects.flatMap((one) => Object.keys(one ?? {}))
  const somebody = await wire.createUser()
  const factor = await somebody.auth.mfa.enroll({ factorType: 'phone', phone: '+15550009997' })
  expect(factor.error).toBeNull()
  await somebody.auth.updateUser({ email: `next-${somebody.email}`, phone: '+15550009999' })
  const { data: changing } = await somebody.auth.getUser()
  const phone = '+15550009998'
  await wire.client().auth.signInWithOtp({ phone })
  const { code } = await wire.messageTo(phone)
  const byPhone = await wire.client().auth.verifyOtp({ phone, token: code, type: 'sms' })
  const program = wire.client({ headers: bearer(service).headers }).auth.admin
  await program.updateUserById(somebody.user.id, { ban_duration: '1h' })
  const banned = (await program.getUserById(somebody.user.id)).data.user
  await program.deleteUser(somebody.user.id, true)
  const gone = (await program.getUserById(somebody.user.id)).data.user
  return {
    AccessTokenResponseSchema: keys(byPhone.data.session),
    UserSchema: keys(changing.user, byPhone.data.user, banned, gone),
    MFAFactorSchema: keys(changing.user?.factors?.[0]),
    IdentitySchema: keys(changing.user?.identities?.[0], byPhone.data.user?.identities?.[0]),
  }
}

async function differences(): Promise<string[]> {
  const found: string[] = []
  for (const [call, { query = [], body = [] }] of described) {
    const refused = await closed(call)
    if (refused) found.push(`${call}: ${refused}`)
    const ours = (reads[call] ?? []).flatMap((schema) => Object.keys(schema.shape))
    const theirs = [...query, ...(typeof body === 'string' ? schemaOf(body) : body)]
    if (!refused && reads[call]) found.push(...differing(call, without(theirs, named), without(ours, named)))
  }
  const objects = await seen()
  for (const name of Object.keys(objects) as Schema[])
    found.push(...differing(name, schemaOf(name), objects[name]))
  return found.toSorted()
}

/** Splits `POST /x: without a, b` into one entry per field. */
function expanded(said: string): string[] {
  const [, what, how, fields = '', besides = ''] = /^(.+): (with|without) (.+?)( besides)?$/.exec(said) ?? []
  return what ? fields.split(', ').map((field) => `${what}: ${how} ${field}${besides}`) : [said]
}

/** The text in backticks in the first line of each entry. */
async function explained(): Promise<string[]> {
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'auth-service.md'), 'utf8')
  const [, list = ''] = page.split('\n## Compared with the reference service\n')
  const names = list
    .split('\n')
    .flatMap((line) => (line.startsWith('- `') ? [...line.matchAll(/`([^`]+)`/g)] : []))
  return names.flatMap(([, said = '']) => expanded(said)).toSorted()
}

test('every compared call is in the description of the reference service', () => {
  const calls = described.map(([call]) => call)
  expect(Object.keys(reads).filter((call) => !calls.includes(call))).toEqual([])
})

test('the docs list exactly the differences from the reference service', async () => {
  expect(await explained()).toEqual(await differences())
})

test('settings and health have the fields of the description', async () => {
  for (const [path, wanted] of [
    ['/settings', reference.paths['GET /settings'].answer],
    ['/health', reference.paths['GET /health'].answer],
  ] as const) {
    const answer = (await (await wire.ask(path)).json()) as object
    expect(without(wanted, Object.keys(answer)), path).toEqual([])
  }
})

test('a generated link and the user list have the fields of the description', async () => {
  const email = 'compared@example.org'
  const init = {
    ...bearer(service),
    method: 'POST',
    body: JSON.stringify({ type: 'signup', email, password }),
  }
  const link = (await (await wire.ask('/admin/generate_link', init)).json()) as object
  expect(without(reference.paths['POST /admin/generate_link'].answer, Object.keys(link))).toEqual([])
  const list = (await (await wire.ask('/admin/users', bearer(service))).json()) as object
  expect(Object.keys(list).toSorted()).toEqual(reference.paths['GET /admin/users'].answer)
})
