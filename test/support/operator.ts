import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { password } from './account.ts'
import { ask } from './request.ts'

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

/** Runs an operator command. @param clone project folder @returns its output */
export async function operator(clone: string, env: Record<string, string>, ...words: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: clone, env: { PATH, HOME, ...env } }
  return promisify(execFile)(process.execPath, ['scripts/operator.ts', ...words], options).then(
    ({ stdout }) => stdout,
    ({ stderr }) => `refused: ${stderr}`,
  )
}

/** Submits the sign-in form. @returns the session cookie; undefined if rejected */
export async function signInTo(address: string, email: string, mode: 'sign-up' | 'sign-in') {
  const { headers } = await ask(address, `/auth-test?mode=${mode}`, {
    method: 'POST',
    headers: { ...sameOrigin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email, password, of_age: 'on' }).toString(),
  })
  return headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-session='))?.split(';')[0]
}

/** Saves a Connection and expects success. */
export async function writeTo(address: string, cookie = '', content = '') {
  const { status } = await ask(address, '/api/journal-entries', {
    method: 'POST',
    headers: { ...sameOrigin, Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: uuidv7(), content }),
  })
  expect(status).toBe(201)
}

/** @returns the texts of the newest Connections, or the error status */
export async function entriesOf(address: string, cookie = ''): Promise<string[] | number> {
  const { status, body } = await ask(address, '/api/journal-entries', { headers: { Cookie: cookie } })
  if (status !== 200) return status
  const { entries }: { entries: { content: string }[] } = JSON.parse(body.toString())
  return entries.map(({ content }) => content)
}
