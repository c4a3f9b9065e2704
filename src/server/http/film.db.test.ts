import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()
const film = { title: 'Why we built this', video: 'https://youtu.be/abcDEF_-123?si=whoSharedIt' }

const visit = async (path: string, settings: Parameters<typeof testApp>[1] = {}) => {
  const { app } = await testApp(database, settings)
  const answer = await app.request(path)
  return { page: await answer.text(), policy: answer.headers.get('Content-Security-Policy') ?? '' }
}

test('without a configured film the mission page has the default video, and frames are not allowed', async () => {
  const { page, policy } = await visit('/mission')
  expect(page).toContain('Our mission')
  expect(page).not.toMatch(/<iframe|Play the film|youtube-nocookie/)
  expect(page).toMatch(/Watch the film.*<video[^>]* preload="none"/s)
  expect(policy).toContain("media-src 'self'")
  expect((await visit('/contact')).policy).not.toContain('media-src')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('frame-src')
})

test('a film loads only after a click, in an empty frame and without cookies', async () => {
  const { page, policy } = await visit('/mission', { film })
  const player = 'https://www.youtube-nocookie.com/embed/abcDEF_-123?autoplay=1&amp;rel=0'
  const main = /<main.*<\/main>/s.exec(page)?.[0] ?? ''
  expect(main.match(/<iframe[^>]*>/g)).toEqual([expect.stringContaining('name="film"')])
  expect(main).not.toMatch(/<iframe[^>]*\ssrc|<video/)
  expect(main).toContain(`<a href="${player}" target="film"`)
  expect(main).toMatch(/The film plays from (?:<!-- -->)?YouTube/)
  // Extra parameters of the configured address are dropped.
  expect(page).not.toContain('whoSharedIt')
  expect(page).not.toMatch(/preconnect|prefetch|preload[^e]/)
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com')
})
