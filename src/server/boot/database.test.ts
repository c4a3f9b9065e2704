import { expect, test } from 'vitest'
import { DatabaseSetupError } from '../../platform/database/setup-error.ts'
import { explainConnectionError, explainSyncError } from './database.ts'

test('a timeout of the glossary sync is explained in one sentence, and other errors are unchanged', () => {
  const timedOut = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const explained = explainSyncError(timedOut)
  expect(explained).toBeInstanceOf(DatabaseSetupError)
  expect((explained as Error).message).toMatch(/busy.*Nothing was changed; start again/)
  const other = Object.assign(new Error('column "x" does not exist'), { code: '42703' })
  expect(explainSyncError(other)).toBe(other)
})

test('a database without TLS is distinguished from one that does not respond', () => {
  const refused = new Error('The server does not support SSL connections')
  expect(explainConnectionError(refused, 'DATABASE_URL')).toBe(
    'The database of DATABASE_URL offers no TLS, and sslmode=verify-full asks for it: turn it on there (ssl = on).',
  )
  expect(explainConnectionError(new Error('timeout expired'), 'DATABASE_URL')).toContain('(no answer)')
})
