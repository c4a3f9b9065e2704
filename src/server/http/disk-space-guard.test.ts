import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { isBelowReserve, rejectWritesWhenDiskFull } from './disk-space-guard.ts'

test('disk space is low when bytes or inodes run out', () => {
  const disk = { bsize: 4096, bavail: 1_000_000, files: 500_000, ffree: 400_000 }
  expect(isBelowReserve(disk)).toBe(false)
  expect(isBelowReserve({ ...disk, bavail: 16_000 })).toBe(true)
  expect(isBelowReserve({ ...disk, ffree: 100 })).toBe(true)
  expect(isBelowReserve({ ...disk, files: 0, ffree: 0 }), 'it counts no files, as btrfs').toBe(false)
})

test('only API writes are rejected while the disk is full', async () => {
  let low = true
  const app = new Hono().use(rejectWritesWhenDiskFull(() => low)).all('*', (context) => context.text('done'))
  const ask = async (method: string, path: string) => (await app.request(path, { method })).status
  for (const path of ['/api/journal-entries', '/api/journal-drafts/1'])
    expect([path, await ask('POST', path)]).toEqual([path, 503])
  expect(await ask('PUT', '/api/saved-terms/1')).toBe(503)
  expect(await ask('PATCH', '/api/profile')).toBe(503)
  for (const [method, path] of [
    ['GET', '/api/journal-entries'],
    ['DELETE', '/api/journal-entries/1'],
    ['DELETE', '/api/account'],
    ['POST', '/auth-test'],
    ['POST', '/auth-test/sign-out'],
    ['POST', '/dashboard/settings'],
    // These pages reject the form themselves, and return the typed text.
    ['POST', '/dashboard/connections/new'],
    ['POST', '/contact'],
    ['POST', '/auth/v1/token'],
  ] as const)
    expect([method, path, await ask(method, path)]).toEqual([method, path, 200])
  low = false
  expect(await ask('POST', '/api/journal-entries')).toBe(200)
})
