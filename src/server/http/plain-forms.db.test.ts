import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { canary, personalEndpoints, sameOrigin } from '../../../test/support/personal-endpoints.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { USER_ID_HEADER } from '../../platform/api-client.ts'

const database = testDatabase()
const { fixture: at, ask, expectProblem: isProblem } = personalEndpoints(database)

describe('A plain form of a private page', () => {
  type Plain = { action: string; fields: Record<string, string> }
  const page = (path: string, cookie: string, form?: Record<string, string>) =>
    at.served.app.request(path, {
      headers: { ...sameOrigin, Cookie: cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
  /** The fields that a browser without scripts would send for each form, with a text as content. */
  const formsOf = (html: string, path: string): Plain[] =>
    [...html.matchAll(/(<form[^>]* method="post"[^>]*>)(.*?)<\/form>/gs)].map(([, form = '', inner = '']) => {
      const fields: Record<string, string> = { content: `${canary} typed` }
      for (const [tag] of inner.matchAll(/<(?:input|button)[^>]*>/g)) {
        const name = attribute(tag, 'name')
        if (name) fields[name] = attribute(tag, 'value') ?? 'on'
      }
      return { action: attribute(form, 'action') ?? path, fields }
    })
  const privatePaths = () => [
    '/dashboard',
    '/dashboard/glossary',
    '/dashboard/glossary/apple',
    '/dashboard/connections/new',
    `/dashboard/connections/${at.entry}?delete=ask`,
    `/dashboard/connections/${at.entry}/edit`,
    `/dashboard/connections/${at.entry}/history?erase=ask`,
    `/dashboard/connections/${at.entry}/history?version=1`,
    '/dashboard/favorites',
    '/dashboard/settings?edit=profile',
  ]
  /** These end the session for any user: an exit needs no authentication. */
  const forAnybody = ['/leave', '/auth-test/sign-out']

  /** Ana has one of each, so that every form is shown. */
  beforeEach(async () => {
    const { user_id } = at.ana
    await ask('PATCH /api/journal-entries/{id}', at.ana, { revision: 1, content: `${canary} changed` })
    await database.auth
      .insertInto('auth.factors')
      .values({ id: uuidv7(), user_id, factor_type: 'totp', status: 'verified' })
      .execute()
    await database.auth
      .insertInto('auth.identities')
      .values({ id: uuidv7(), user_id, provider: 'google', provider_id: uuidv7() })
      .execute()
    await database.auth.updateTable('auth.sessions').set({ aal: 'aal2' }).execute()
    await database.auth
      .insertInto('auth.sessions')
      .values({ id: uuidv7(), user_id, expires_at: new Date('2100-01-01') })
      .execute()
  })

  const formsOfAna = async () => {
    const all: Plain[] = []
    for (const path of privatePaths()) {
      const got = await page(path, at.ana.cookie)
      expect(got.status, path).toBe(200)
      all.push(...formsOf(await got.text(), path))
    }
    const own = all.filter(({ action }) => !forAnybody.includes(action))
    return [...new Map(own.map((one) => [JSON.stringify(one), one])).values()]
  }

  test('includes the user id, and is rejected for another user who signed in since', async () => {
    const forms = await formsOfAna()
    const actions = forms.map(({ action, fields }) => fields.intent ?? action)
    for (const intent of ['save', 'remove', 'erase', 'drop', 'unlink', 'end-others', 'remove-factor'])
      expect(actions).toContain(intent)
    for (const intent of ['profile', 'email', 'safe-mode', 'limit-data', 'download', 'erase-account'])
      expect(actions).toContain(intent)
    const ofBen = () =>
      Promise.all([
        database.auth.selectFrom('auth.users').selectAll().where('id', '=', at.ben.user_id).execute(),
        database.auth.selectFrom('auth.sessions').selectAll().where('user_id', '=', at.ben.user_id).execute(),
        ask('GET /api/journal-entries', at.ben).then(({ body }) => body),
        ask('GET /api/saved-terms', at.ben).then(({ body }) => body),
        ask('GET /api/profile', at.ben).then(({ body }) => body),
      ])
    const before = await ofBen()
    for (const { action, fields } of forms) {
      const got = await page(action, at.ben.cookie, fields)
      const text = await got.text()
      const which = `${action} ${fields.intent}`
      expect(got.status, which).toBe(401)
      expect(got.headers.get('Cache-Control'), which).toBe('no-store')
      expect(got.headers.has('Set-Cookie'), which).toBe(false)
      expect(text, which).toContain('You were signed out meanwhile. Please sign in again.')
      expect(text, which).toContain(`${canary} typed`)
    }
    expect(await ofBen()).toEqual(before)
  })

  test('returns the typed text while the disk is full, but still deletes', async () => {
    const { app } = await testApp(database, { isDiskLow: () => true })
    const post = (path: string, fields: Record<string, string>) =>
      app.request(path, {
        method: 'POST',
        headers: { ...sameOrigin, Cookie: at.ana.cookie },
        body: new URLSearchParams(fields),
      })
    const one = `/dashboard/connections/${at.entry}`
    // No text was typed there.
    const restored = await post(`${one}/history`, { intent: 'restore', version: '1', revision: '2' })
    expect([restored.status, await restored.text()]).toEqual([
      503,
      expect.stringContaining('has no room left'),
    ])
    for (const path of ['/dashboard/connections/new', `${one}/edit`]) {
      const got = await post(path, { content: `${canary} typed`, revision: '1' })
      expect(got.status, path).toBe(503)
      const text = await got.text()
      for (const part of ['this server has no room left', `>${canary} typed</textarea>`, '<quick-hide'])
        expect(text, path).toContain(part)
    }
    expect((await ask('GET /api/journal-entries/{id}', at.ana)).body.content).toBe(`${canary} changed`)
    expect((await post(one, { intent: 'erase' })).status).toBe(302)
    expect((await ask('GET /api/journal-entries/{id}', at.ana)).status).toBe(404)
  })

  test('is also rejected for another user when it registers a passkey', async () => {
    const options = (whose: string) =>
      at.served.app.request('/auth-test/passkey/registration-options', {
        method: 'POST',
        headers: {
          ...sameOrigin,
          Cookie: at.ben.cookie,
          'Content-Type': 'application/json',
          [USER_ID_HEADER]: whose,
        },
        body: '{}',
      })
    expect((await options(at.ben.user_id)).status).toBe(200)
    const refused = await options(at.ana.user_id)
    const { status, headers } = refused
    isProblem({ status, headers, body: await refused.json() }, 401, 'unauthorized')
  })

  test('returns the typed text to a user who was signed out meanwhile', async () => {
    const words = { content: `${canary} <b>typed</b>` }
    const got = await page('/dashboard/connections/new', `__Host-session=${'A'.repeat(43)}`, words)
    expect(got.status).toBe(401)
    const text = await got.text()
    expect(text).toContain(`${canary} &lt;b&gt;typed&lt;/b&gt;`)
    expect(text).toContain(`/auth-test?next=%2Fdashboard%2Fconnections%2Fnew`)
    const asked = await page('/auth-test/not-sent', at.ana.cookie)
    expect([asked.status, asked.headers.get('Location')]).toEqual([302, '/auth-test'])
  })
})
