import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openidProvider } from '../support/openid-provider.ts'
import { listMethods } from '../support/recorded-client.ts'
import { testDatabase } from '../support/test-database.ts'
import { administration } from './methods/administration.ts'
import { makeWorld, origin, type World } from './methods/fixture.ts'
import { secondSteps } from './methods/second-steps.ts'
import { signingIn } from './methods/signing-in.ts'

/*
 * Runs every public method of the unmodified, installed client against this server: each works once and is rejected once. The
 * methods are listed at run time, so a method that a new version adds or removes fails these tests.
 */

const database = testDatabase()
const tried = { ...signingIn, ...secondSteps, ...administration }

let provider: Awaited<ReturnType<typeof openidProvider>>
let world: World
beforeAll(async () => {
  provider = await openidProvider([`${origin}/auth/v1/callback`])
  world = await makeWorld(database, provider)
})
afterAll(() => provider?.stop())
beforeEach(() => {
  world.on.time.now = new Date()
  world.off.time.now = new Date()
  world.called.length = 0
})
afterEach(() => world.endOfTest())

/** The outcomes of the calls of one method, in order. */
const outcomes = (method: string) =>
  world.called.filter((call) => call.method === method).map(({ refused }) => refused)

test('the list holds every method of the client and no other', () => {
  const methods = listMethods(world.on.client().auth)
  expect(methods).toContain('admin.mfa.listFactors')
  expect(Object.keys(tried).toSorted()).toEqual(methods)
})

const working = Object.entries(tried).flatMap(([method, { works }]) =>
  typeof works === 'function' ? [{ method, works }] : [],
)
test.each(working)('$method works', async ({ method, works }) => {
  await works(world)
  expect(outcomes(method).at(-1), JSON.stringify(world.called)).toBeUndefined()
  expect(outcomes(method)).not.toEqual([])
})

const rejecting = Object.entries(tried).flatMap(([method, { refuses }]) =>
  typeof refuses === 'string' ? [] : [{ method, refuses }],
)
test.each(rejecting)('$method is rejected', async ({ method, refuses: [code, call] }) => {
  const response = await call(world)
  expect(outcomes(method)).not.toEqual([])
  // A method that only makes a URL sends no request, so its call returns the error code.
  expect(typeof response === 'string' ? response : outcomes(method).at(-1)).toBe(code)
})

test('the docs name every part of the client that does not work here', async () => {
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'auth-service.md'), 'utf8')
  const closed = Object.entries(tried).filter(([, { works }]) => typeof works === 'string')
  // By part: `oauth.listGrants` belongs to `oauth`.
  const parts = new Set(closed.map(([method]) => method.slice(0, method.lastIndexOf('.'))))
  expect([...parts].filter((part) => !page.includes(`\`${part}\``))).toEqual([])
})
