import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser } from '../../../test/support/user.ts'
import { hasSignedOutMarker, sessionTokenFrom } from '../../domains/identity/identity.rules.ts'
import { browserOf, flowCookieFor } from '../../domains/identity/social/providers.rules.ts'
import { maskedPathCookie, safeModeCookie } from '../../domains/safety/safe-mode.rules.ts'
import { isSafeMode, maskedPathCookieFrom } from './safe-mode.ts'

/*
 * A sibling host can set cookies for the whole domain. It can't use a `__Host-` name, but it can use one that a
 * careless parser takes for it, and browsers send it (RFC 6265bis, 5.6).
 */

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  served = await testApp(database)
})

const nbsp = '\u00a0'
const session = (cookie: string) =>
  served.app.request('/auth-test/session', {
    method: 'POST',
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
  })

test('a cookie of a sibling host never replaces the session', async () => {
  const [victim, attacker] = [await createTestUser(database), await createTestUser(database)]
  const userOf = async (cookie: string) => (await (await session(cookie)).json()).session?.user_id
  expect(await userOf(victim.cookie)).toBe(victim.user_id)
  for (const planted of [`${nbsp}${attacker.cookie}`, `\u000b${attacker.cookie}`, `x${attacker.cookie}`]) {
    expect(await userOf(`${planted}; ${victim.cookie}`)).toBe(victim.user_id)
    expect(await userOf(`${victim.cookie}; ${planted}`)).toBe(victim.user_id)
    expect(await userOf(planted)).toBeUndefined()
  }
  // It is unknown which of the two the site set.
  expect(await userOf(`${attacker.cookie}; ${victim.cookie}`)).toBeUndefined()
})

test('a cookie of a sibling host does not end the session', async () => {
  const victim = await createTestUser(database)
  for (const planted of ['signed-out=1', `${nbsp}__Host-signed-out=1`]) {
    const cookie = `${planted}; ${victim.cookie}`
    await served.app.request('/glossary', { headers: { Cookie: cookie } })
    expect((await (await session(cookie)).json()).session?.user_id).toBe(victim.user_id)
  }
})

const nameless = (cookie: string) => cookie.split(';', 1)[0] ?? ''
const browser = 'A'.repeat(43)

test.each([
  ['the session', '__Host-session=token', sessionTokenFrom, 'token', undefined],
  ['the sign-out mark', '__Host-signed-out=1', hasSignedOutMarker, true, false],
  ['a sign-in at a provider', nameless(flowCookieFor(browser)), browserOf, browser, undefined],
  ['Safe Mode', nameless(safeModeCookie(true)), isSafeMode, true, false],
  ['the page of Safe Mode', nameless(maskedPathCookie('sealed')), maskedPathCookieFrom, 'sealed', undefined],
] as const)(
  '%s is read only from a cookie with its exact name that occurs once',
  (_, cookie, read, value, nothing) => {
    expect(read(cookie)).toBe(value)
    expect(read(`a=b;${cookie}`)).toBe(value)
    expect(read(`${nbsp}${cookie}`)).toBe(nothing)
    expect(read(`a=b; ${nbsp}${cookie}; c=d`)).toBe(nothing)
    expect(read(`${cookie}; ${cookie}`)).toBe(nothing)
    expect(read(`a=b ${cookie}`)).toBe(nothing)
  },
)

test('every cookie is bound to this host', async () => {
  const { cookie } = await createTestUser(database)
  const answers = [
    await session(''),
    await served.app.request('/dashboard', { headers: { Cookie: cookie } }),
    await served.app.request('/leave', {
      method: 'POST',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    }),
  ]
  const set = [
    ...answers.flatMap(({ headers }) => headers.getSetCookie()),
    safeModeCookie(true),
    maskedPathCookie('x'),
    flowCookieFor(browser),
  ]
  expect(set.length).toBeGreaterThan(8)
  for (const each of set) {
    expect(each).toMatch(/^__Host-[a-z-]+=/)
    expect(each).toMatch(/; Path=\/; Secure;/)
    expect(each).not.toMatch(/domain/i)
  }
})
