import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, test, vi } from 'vitest'
import { readKit } from '../../src/domains/connections/keyring/kit.rules.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { freePort } from '../support/free-port.ts'
import { expect } from '../support/journey.ts'
import { readAll, readLocks } from '../support/lock-device.ts'
import {
  beginLock,
  kitBox,
  lockHeading,
  lockPage,
  lockPhrase,
  openByPhrase,
  pressLock,
} from '../support/lock-screens.ts'
import { writeEntries } from '../support/many-entries.ts'
import { usersOf } from '../support/private-area.ts'
import { type Product, startProduct } from '../support/product.ts'
import { ask } from '../support/request.ts'
import { killProcess, postmasterPid } from '../support/start-directory.ts'

/** This test kills its own server. */
let product: Product
let folder: string
let PORT: string
const start = async () => {
  product = await startProduct({ DATA_DIR: folder, PORT })
}
beforeAll(async () => {
  folder = await newDataFolder()
  PORT = String(await freePort())
  await start()
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => vi.unstubAllGlobals())
const { createUser, signIn } = usersOf(() => product)

/** Ends the server, and PostgreSQL with it, as a power cut does. */
async function cutPower() {
  const postgres = await postmasterPid(join(folder, 'postgres'))
  await Promise.all([killProcess(product.process.pid), killProcess(postgres)])
}

/** Does something while a request that moves rows is on its way, and lets no other one through. */
async function atRows(page: Page, nth: number, work: () => Promise<unknown>): Promise<void> {
  let requests = 0
  await new Promise<unknown>((resolve, reject) => {
    page.route('**/api/journal-lock/rows', async (route) => {
      if (route.request().method() !== 'POST' || ++requests < nth) return route.continue()
      if (requests > nth) return route.abort().catch(() => {})
      route.continue().catch(() => {})
      work().then(resolve, reject)
    })
  })
  await page.unroute('**/api/journal-lock/rows').catch(() => {})
}

test('700 Connections with versions, drafts and trash survive a power cut, a restart, a closed page and another device', async () => {
  const { email, otherCookie: Cookie } = await createUser()
  const api = (path: string, init: RequestInit = {}) =>
    ask(product.address, path, {
      method: init.method ?? 'GET',
      headers: { Cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
      ...(typeof init.body === 'string' && { body: init.body }),
    })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { status, body } = await api(url, init)
    return new Response(status === 204 ? null : new Uint8Array(body), { status })
  })
  const send = async (method: string, path: string, body?: object) => {
    const answer = await api(`/api${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    return answer.status === 204 ? undefined : JSON.parse(answer.body.toString())
  }
  const { id: user_id } = await send('GET', '/profile')
  await writeEntries(
    folder,
    user_id,
    Array.from({ length: 700 }, (_, number) => ({
      ...{
        content: `Note ${number + 1}. ${'She smiled. '.repeat(number % 40)}`,
        tags: [`tag ${number % 9}`],
      },
    })),
  )
  const { entries } = await send('GET', '/journal-entries?limit=60')
  for (const [number, { id }] of entries.entries()) {
    await send('PATCH', `/journal-entries/${id}`, { revision: 1, content: `Changed ${number}.` })
    if (number < 5) await send('DELETE', `/journal-entries/${id}`)
  }
  const draft = { content: 'A draft.', revision: null, entry_revision: null, writer: null, sequence: 0 }
  await send('PUT', `/journal-drafts/${crypto.randomUUID()}`, { ...draft, linked_term_id: null })

  const words: string[] = []
  const expectAll = async () => {
    const kit = readKit(words.join(' '))
    if (!('entropy' in kit)) throw new Error(kit.problem)
    const secrets = [{ phrase: lockPhrase, entropy: kit.entropy }]
    for (const by of ['phrase', 'kit'] as const) expect(await readAll(by, secrets)).toEqual(before)
    return readLocks()
  }
  const before = await readAll('kit', [])
  expect(before.size).toBe(761)

  // Server, database and page end in the middle of locking.
  const { page: first } = await signIn(email, lockPage)
  const cut = atRows(first, 3, async () => {
    await cutPower()
    await first.close()
  })
  words.push(...(await beginLock(first)))
  await cut
  await start()
  const half = await expectAll()
  expect(half.locks).toMatchObject([{ state: 'locking' }])
  expect([561, 461], 'a request is whole or not there').toContain(half.plain)

  // Another device goes on, to the end.
  const { page: second } = await signIn(email, lockPage)
  await expect(lockHeading(second, 'Not finished yet')).toBeVisible()
  await openByPhrase(second)
  await expect(second.getByText('Your journal is locked', { exact: true })).toBeVisible()
  expect(await expectAll()).toMatchObject({ plain: 0, locks: [{ state: 'locked', rows: 761 }] })

  // After an update, and a sign-in on a new device, all of them open.
  await second.close()
  await product.stop()
  await start()
  expect(await expectAll()).toMatchObject({ plain: 0, locks: [{ state: 'locked', rows: 761 }] })
  const { page: third } = await signIn(email, lockPage)
  await pressLock(third, 'Unlock for good')
  await openByPhrase(third)

  // The page outlives the server, which is started again.
  const restarted = atRows(third, 4, async () => {
    await cutPower()
    await start()
  })
  await pressLock(third, 'Unlock my journal')
  await restarted
  const done = third.getByText('Your journal is unlocked', { exact: true })
  const unfinished = lockHeading(third, 'Not finished yet')
  await expect(done.or(unfinished)).toBeVisible()
  if (await unfinished.isVisible()) {
    await third.close()
    await expectAll()
    const { page: fourth } = await signIn(email, lockPage)
    await pressLock(fourth, 'Use your recovery kit')
    await kitBox(fourth).fill(words.join(' '))
    await pressLock(fourth, 'Open')
    await expect(fourth.getByText('Your journal is unlocked', { exact: true })).toBeVisible()
  }
  expect(await expectAll()).toEqual({ plain: 761, locks: [] })
}, 300_000)
