import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { newDataFolder } from '../support/data-folder.ts'
import { expect } from '../support/journey.ts'
import { beginLock, lockPage } from '../support/lock-screens.ts'
import { longestTask } from '../support/long-tasks.ts'
import { writeEntries } from '../support/many-entries.ts'
import { usersOf } from '../support/private-area.ts'
import { type Product, startProduct } from '../support/product.ts'
import { ask } from '../support/request.ts'

/** This test starts its own server because it writes into its database. */
let product: Product
let folder: string
beforeAll(async () => {
  folder = await newDataFolder()
  product = await startProduct({ DATA_DIR: folder, PORT: '0' })
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})
const { createUser, signIn } = usersOf(() => product)

test('10,000 Connections are locked in under 3 minutes, with a bar that moves and a page that answers', async () => {
  const { email, otherCookie } = await createUser()
  const { body } = await ask(product.address, '/api/profile', { headers: { Cookie: otherCookie } })
  const words = 'He said that it never happened, and that I imagine things. '.repeat(10)
  const contents = Array.from({ length: 10_000 }, (_, number) => `Note ${number + 1}. ${words}`)
  await writeEntries(folder, JSON.parse(body.toString()).id, contents)
  const { page } = await signIn(email, lockPage)
  let shown: number[] = []
  const start = Date.now()
  const longest = await longestTask(page, async () => {
    await beginLock(page)
    const bar = page.getByRole('progressbar', { name: 'Locking your journal' })
    await bar.waitFor()
    shown = await bar.evaluate(async (progress: HTMLProgressElement) => {
      const values = new Set<number>()
      while (progress.isConnected) {
        values.add(progress.value)
        await new Promise(requestAnimationFrame)
      }
      return [...values]
    })
    await expect(page.getByText('Your journal is locked', { exact: true })).toBeVisible({ timeout: 180_000 })
  })
  const seconds = (Date.now() - start) / 1000
  console.log(`10,000 Connections in ${seconds} s, the longest task ${longest} ms, ${shown.length} values`)
  expect(seconds).toBeLessThan(180)
  expect(shown.length).toBeGreaterThan(50)
  const { body: locks } = await ask(product.address, '/api/journal-lock', {
    headers: { Cookie: otherCookie },
  })
  expect(JSON.parse(locks.toString())).toMatchObject({ plain: 0, locks: [{ state: 'locked', rows: 10_000 }] })
}, 300_000)
