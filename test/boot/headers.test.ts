import { expect, test } from 'vitest'
import { password } from '../support/account.ts'
import { freePort } from '../support/free-port.ts'
import { scoreHeaders } from '../support/observatory.ts'
import { startFixture } from '../support/start-directory.ts'

const { newDataDir, start } = startFixture()

/** Paths of every kind: known and unknown, public and private. */
const addresses = [
  ...[
    '/',
    '/glossary',
    '/glossary?search=fog',
    '/glossary/dissociation',
    '/contact',
    '/auth-test',
    '/nowhere',
  ],
  ...[
    '/demo',
    '/demo/dashboard',
    '/dashboard',
    '/dashboard/settings',
    '/api/terms',
    '/api/profile',
    '/api/nowhere',
  ],
  ...[
    '/auth/v1/settings',
    '/auth/v1/user',
    '/auth/v1/nowhere',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
  ],
]

const judge = async (address: string, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${address}${path}`, { redirect: 'manual', ...init })
  const cookies = response.headers.getSetCookie()
  return {
    response,
    cookies,
    judged: scoreHeaders({ ...response, headers: response.headers, text: await response.text(), cookies }),
  }
}

test('Every kind of response passes all tests of HTTP Observatory with at least 130 points', async () => {
  const [DATA_DIR, port] = [await newDataDir(), await freePort()]
  await start({
    DATA_DIR,
    PUBLIC_URL: 'https://unfog.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@unfog.example',
    PORT: String(port),
  })
  const address = `http://127.0.0.1:${port}`
  for (const path of addresses) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { judged } = await judge(address, path, { method })
      expect(judged.filter(({ pass }) => !pass).map(({ test }) => `${method} ${path}: ${test}`)).toEqual([])
      const score = judged.reduce((sum, { points }) => sum + points, 100)
      expect(score, `${method} ${path}`).toBeGreaterThanOrEqual(130)
    }
  }
})

test('HTTP Observatory: the cookies of a session pass too, and add five points', async () => {
  const { address } = await start({ DATA_DIR: await newDataDir() })
  const { cookies, judged } = await judge(address, '/auth-test?mode=sign-up', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ email: 'ana@example.org', password, of_age: 'on' }),
  })
  expect(cookies.length).toBeGreaterThan(0)
  expect(judged).toContainEqual({ test: 'cookies', pass: true, points: 5 })
})
