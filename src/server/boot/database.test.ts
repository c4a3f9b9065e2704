import { expect, test } from 'vitest'
import { DatabaseSetupError } from '../../platform/database/setup-error.ts'
import { explainConnectionError, explainSyncError } from './database.ts'

test('a glossary that could not be written in its time is one sentence, and anything else is not made into it', () => {
  const timedOut = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const said = explainSyncError(timedOut)
  expect(said).toBeInstanceOf(DatabaseSetupError)
  expect((said as Error).message).toMatch(/busy.*Nothing was changed; start again/)
  const ours = Object.assign(new Error('column "x" does not exist'), { code: '42703' })
  expect(explainSyncError(ours)).toBe(ours)
})

test('a database without TLS, where TLS is asked for, is told from one that does not answer', () => {
  const refused = new Error('The server does not support SSL connections')
  expect(explainConnectionError(refused, 'DATABASE_URL')).toBe(
    'The database of DATABASE_URL offers no TLS, and sslmode=verify-full asks for it: turn it on there (ssl = on).',
  )
  expect(explainConnectionError(new Error('timeout expired'), 'DATABASE_URL')).toContain('(no answer)')
})
