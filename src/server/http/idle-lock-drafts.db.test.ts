import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { lockedPage, lockingSessions, minute, password, sessionIn } from '../../../test/support/idle-lock.ts'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()
const { fixture, later, request, post, newUser, opens } = lockingSessions(database)

describe('Unsaved text', () => {
  const lockIdleSession = (cookie: string, draft?: object) =>
    request('/auth-test/session/lock', cookie, {
      method: 'POST',
      ...(draft && { body: JSON.stringify(draft), type: 'application/json' }),
    })
  const typed = (id: string) => ({
    id,
    content: 'Typed before it locked.',
    entry_revision: null,
    revision: null,
  })
  const drafts = async (cookie: string) =>
    (
      (await (await request('/api/journal-drafts', cookie)).json()) as { drafts: { id: string }[] }
    ).drafts.map(({ id }) => id)

  test('is saved when the page locks itself, also after the server has locked the session', async () => {
    const { cookie } = await newUser()
    const [one, other] = [uuidv7(), uuidv7()]
    expect((await lockIdleSession(cookie, typed(one))).status).toBe(204)
    expect(await opens(cookie)).toBe(false)
    later(60 * minute)
    expect((await lockIdleSession(cookie, typed(other))).status).toBe(204)
    expect(await opens(cookie)).toBe(false)
    const opened = sessionIn(await post(lockedPage, cookie, { password }))
    expect((await drafts(opened)).toSorted()).toEqual([one, other].toSorted())
  })

  test('is saved from a form without JavaScript, whose page cannot report activity', async () => {
    const { cookie, email } = await newUser()
    const of = (await database.auth
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()) as { id: string }
    const [id, form] = [uuidv7(), '/dashboard/connections/new?journal=apple']
    const words = { user_id: of.id, id, content: 'Written\r\nslowly.', linked_term_id: '' }
    later(7 * minute)
    // From another user's page, or empty: rejected as usual.
    expect((await post(form, cookie, { ...words, user_id: uuidv7() })).status).toBe(401)
    expect((await post(form, cookie, { ...words, content: ' ' })).status).toBe(401)
    const answer = await post(form, cookie, words)
    const behind = `${lockedPage}?${new URLSearchParams({ next: form, kept: '' })}`
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, behind])
    expect(await answer.text()).toBe('')
    expect(await opens(cookie)).toBe(false)
    // The user sees the outcome of the submission, also after a mistyped password, but not the text itself.
    for (const shown of [
      await request(behind, cookie),
      await post(behind, cookie, { password: 'mistyped' }),
    ]) {
      const page = await shown.text()
      expect(page).toContain('What you just sent is saved')
      expect(page).not.toContain('slowly')
    }
    const plain = await (await request(`${lockedPage}?next=/dashboard`, cookie)).text()
    expect(plain).not.toContain('What you just sent is saved')
    const opened = sessionIn(await post(behind, cookie, { password }))
    const kept = await (await request('/api/journal-drafts', opened)).json()
    expect(kept).toMatchObject({ drafts: [{ id, content: 'Written\nslowly.', entry_revision: null }] })
    // A date that cannot be loses neither the text nor the tags.
    later(7 * minute)
    const dated = { ...words, id: uuidv7(), content: 'Some day.', tags: 'one' }
    const noDate = { happened_month: '13', happened_year: '2020' }
    expect((await post(form, opened, { ...dated, ...noDate })).status).toBe(303)
    const reopened = sessionIn(await post(lockedPage, opened, { password }))
    expect(await (await request('/api/journal-drafts', reopened)).json()).toMatchObject({
      drafts: expect.arrayContaining([
        expect.objectContaining({ id: dated.id, content: 'Some day.', tags: ['one'], happened: null }),
      ]),
    })
    await post('/dashboard/connections/new', reopened, { intent: 'drop', id: dated.id })
    await post('/dashboard/connections/new', reopened, words)
    const edit = `/dashboard/connections/${id}/edit`
    later(7 * minute)
    const change = { user_id: of.id, id, content: 'Changed.', revision: '1' }
    expect((await post(edit, reopened, change)).status).toBe(303)
    const again = sessionIn(await post(lockedPage, reopened, { password }))
    expect(await (await request('/api/journal-drafts', again)).json()).toMatchObject({
      drafts: [{ id, content: 'Changed.', entry_revision: 1 }],
    })
  })

  test('is not accepted from another site, and the session is not locked', async () => {
    const { cookie } = await newUser()
    const answer = await fixture.served.app.request('/auth-test/session/lock', {
      method: 'POST',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
    expect(await opens(cookie)).toBe(true)
  })
})
