import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/test-database.ts'
import { masterKey } from './crypto.server.ts'
import { createLimits } from './limits.server.ts'

const database = testDatabase()
const limits = () => createLimits(database.auth, masterKey(Buffer.alloc(32, 7)))

test('ten tries pause a key, on every process, and no other key', async () => {
  const [one, other] = [limits(), limits()]
  const count = (times: number) =>
    Promise.all(Array.from({ length: times }, (_, time) => (time % 2 ? one : other).count('proof', ['a'])))
  await count(9)
  expect(await one.wait('proof', ['a@example.org', 'a'])).toBe(0)
  await count(1)
  expect(await one.wait('proof', ['b', 'a'])).toBeGreaterThan(800)
  expect(await other.wait('proof', ['a'])).toBeGreaterThan(800)
  expect(await other.wait('proof', ['b'])).toBe(0)
  expect(await other.wait('mail', ['a'])).toBe(0)
  await one.forget('proof', 'a')
  expect(await other.wait('proof', ['a'])).toBe(0)
})

test('answers come later the more there were', async () => {
  const took = async () => {
    const begun = performance.now()
    await limits().count('proof', ['slow'])
    return performance.now() - begun
  }
  const times = []
  for (let time = 0; time < 6; time++) times.push(await took())
  expect(Math.max(...times.slice(0, 3))).toBeLessThan(240)
  expect(times[3]).toBeGreaterThan(240)
  expect(times[5]).toBeGreaterThan(990)
})

test('the table does not say who tried', async () => {
  await limits().count('proof', ['somebody@example.org', '192.0.2.77'])
  const rows = await database.auth.selectFrom('auth.attempts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/somebody|192\.0/)
})
