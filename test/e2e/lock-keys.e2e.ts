import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import type { JournalLock } from '../../src/domains/connections/lock/lock.contract.ts'
import { signUpByRequest } from '../support/account.ts'
import { expect, journey } from '../support/journey.ts'
import { lockBundle } from '../support/lock-bundle.ts'

const { visit } = journey(undefined, { severalTabs: true })
const address = inject('address')

/** What a worker that was taken over could try. */
const attempts = `
const refused = (request, events = ['open', 'load', 'message']) => new Promise((resolve, reject) => {
  for (const name of events) request.addEventListener(name, resolve)
  request.addEventListener('error', () => reject(new Error('refused')))
})
const attempts = {
  fetch: () => fetch('/healthz'),
  XMLHttpRequest: () => {
    const request = new XMLHttpRequest()
    request.open('GET', '/healthz')
    request.send()
    return refused(request)
  },
  WebSocket: () => new Promise((resolve, reject) => {
    addEventListener('securitypolicyviolation', () => reject(new Error('refused')))
    new WebSocket('ws://' + location.host).addEventListener('error', () => setTimeout(resolve, 500))
  }),
  EventSource: () => refused(new EventSource('/healthz')),
  importScripts: () => importScripts('/assets/attempted.js'),
  import: () => import('/assets/attempted.js'),
  Worker: () => refused(new Worker('/assets/attempted.js')),
  eval: () => eval('1'),
}
addEventListener('message', async ({ data }) => {
  try {
    await attempts[data]()
    postMessage('worked')
  } catch (thrown) {
    postMessage('refused')
  }
})`

let bundle: Awaited<ReturnType<typeof lockBundle>>
beforeAll(async () => {
  bundle = await lockBundle({
    'phrase.worker-attempts.js': attempts,
    'attempts.js': attempts,
    'attempted.js': 'postMessage("worked")',
  })
})
afterAll(() => bundle.remove())

const owner = {
  user_id: '0198c0de-0000-7000-8000-000000000001',
  lock_id: '0198c0de-0000-4000-8000-0000000000a1',
}

async function lockPage() {
  const { page } = await visit('/', { before: (page) => bundle.serve(page) })
  await bundle.loadInto(page)
  return page
}

describe('The worker of phrases', () => {
  test('opens a lock under its own policy, and is small', async () => {
    const page = await lockPage()
    const response = page.waitForResponse((each) => each.url().includes('/phrase.worker-'))
    const isOpen = await page.evaluate(async (owner) => {
      const { keyring, open, locks } = window.lock
      const phrase = 'seven paper boats at noon'
      const ring = await keyring.createKeyring(owner, keyring.newJournalKey(), [{ kind: 'phrase', phrase }])
      const { journalKey } = await open.openWithPhrase(ring, phrase)
      await open.admit(ring, journalKey, { throughReloads: false })
      return locks.openLocks().has(owner.lock_id)
    }, owner)
    expect(isOpen).toBe(true)
    const headers = (await response).headers()
    expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'")
    // Argon2 alone: the whole of hash-wasm has 216 kB.
    expect(bundle.workerBytes).toBeLessThan(40_000)
  })

  const attempt = (page: Page, file: string, name: string) =>
    page.evaluate(
      ([file, name]) =>
        new Promise((resolve) => {
          const worker = new Worker(`/assets/${file}`)
          worker.addEventListener('message', ({ data }) => resolve(data))
          worker.postMessage(name)
        }),
      [file, name] as const,
    )

  test.each([
    ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
    ...['importScripts', 'import', 'Worker', 'eval'],
  ])('cannot use %s', async (name) => {
    const page = await lockPage()
    const answered: string[] = []
    page.context().on('response', (response) => answered.push(new URL(response.url()).pathname))
    expect(await attempt(page, 'phrase.worker-attempts.js', name)).toBe('refused')
    expect(answered.filter((path) => /healthz|attempted/.test(path))).toEqual([])
  })

  test.each(['fetch', 'XMLHttpRequest', 'WebSocket', 'importScripts', 'import', 'eval'])(
    'could use %s without its policy',
    async (name) => {
      const page = await lockPage()
      expect(await attempt(page, 'attempts.js', name)).toBe('worked')
    },
  )
})

describe('A passkey', () => {
  /** A device of WebAuthn Level 3, section 11, with PRF or without. */
  async function withAuthenticator(page: Page, { hasPrf = true } = {}) {
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        hasPrf,
      },
    })
    const credentials = async () => {
      const answer = await client.send('WebAuthn.getCredentials', { authenticatorId })
      return answer.credentials
    }
    const remove = () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    const verify = (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    return { credentials, remove, verify }
  }

  /** Creates a lock with a kit and a passkey, and opens it by the passkey. */
  const openByPasskey = (page: Page) =>
    page.evaluate(async (owner) => {
      const { keyring, kit, open, passkeys } = window.lock
      const journalKey = keyring.newJournalKey()
      const { entropy } = kit.newKit()
      const first = await keyring.createKeyring(owner, journalKey, [{ kind: 'kit', entropy }])
      const slot = await passkeys.createPasskey({ ...owner, label: 'This laptop', keyring: first })
      const ring = await keyring.addSlot(first, journalKey, slot)
      const opened = await open.openWithPasskey(ring)
      const again = await passkeys
        .createPasskey({ ...owner, label: 'Again', keyring: ring })
        .catch((thrown) => thrown.reason)
      return {
        again,
        isSame: opened.journalKey.every((byte, index) => byte === journalKey[index]),
        ring,
        slot: opened.slot,
      }
    }, owner)

  test('opens a lock, names nothing on the device, and is added only once', async () => {
    const page = await lockPage()
    const device = await withAuthenticator(page)
    const { isSame, ring, slot, again } = await openByPasskey(page)
    expect([isSame, slot.kind, ring.generation, again]).toEqual([true, 'passkey', 2, 'passkey_exists'])
    const [credential, ...others] = await device.credentials()
    expect(others).toEqual([])
    const shown = JSON.stringify([credential?.userName, credential?.userDisplayName])
    expect(shown).toContain('My notes')
    expect(shown.toLowerCase()).not.toMatch(/unfog|journal|laptop/)
    expect(Buffer.from(credential?.userHandle ?? '', 'base64').toString('hex')).not.toContain(
      owner.user_id.replaceAll('-', '').slice(0, 12),
    )
  })

  test('of several, the one that is there opens', async () => {
    const page = await lockPage()
    const first = await withAuthenticator(page)
    const { ring } = await openByPasskey(page)
    await first.remove()
    await withAuthenticator(page)
    const outcome = await page.evaluate(
      async ([owner, ring]) => {
        const { keyring, open, passkeys } = window.lock
        const missing = await open.openWithPasskey(ring).catch((thrown) => thrown.reason)
        const journalKey = keyring.newJournalKey()
        const slots = [
          await passkeys.createPasskey({ ...owner, label: 'Second', keyring: ring }),
          {
            kind: 'passkey',
            credential_id: 'AAEC',
            label: 'Gone',
            salt: new Uint8Array(16),
            secret: new Uint8Array(32),
          },
        ] as const
        const other = await keyring.createKeyring(owner, journalKey, slots)
        const { slot } = await open.openWithPasskey(other)
        return { missing, label: slot.kind === 'passkey' ? slot.label : '' }
      },
      [owner, ring] as const,
    )
    expect(outcome).toEqual({ missing: 'passkey_cancelled', label: 'Second' })
  })

  const createOne = (page: Page) =>
    page.evaluate(
      (owner) =>
        window.lock.passkeys
          .createPasskey({ ...owner, label: 'Phone' })
          .then(() => 'created')
          .catch((thrown) => `${thrown.reason}: ${thrown.message}`),
      owner,
    )

  test('of a device without PRF is refused in a clear sentence', async () => {
    const page = await lockPage()
    await withAuthenticator(page, { hasPrf: false })
    expect(await createOne(page)).toMatch(/^passkey_unsupported: .*use another device.*your phrase/)
  })

  test('needs the person, not only the device', async () => {
    const page = await lockPage()
    const device = await withAuthenticator(page)
    await device.verify(false)
    expect(await createOne(page)).toMatch(/^passkey_cancelled: /)
    expect(await device.credentials()).toEqual([])
  })
})

describe('An open journal', () => {
  /** A person who opened a lock, through reloads. */
  async function opened() {
    const { page } = await visit('/dashboard', {
      before: async (page) => {
        await bundle.serve(page)
        await signUpByRequest(page, address)
      },
    })
    const session = await page.request.get(`${address}/auth-test/session`)
    const { user_id } = (await session.json()).session
    await bundle.loadInto(page)
    const lock = await page.evaluate(
      async (owner): Promise<JournalLock> => {
        const { keyring, kit, open } = window.lock
        const journalKey = keyring.newJournalKey()
        const { entropy } = kit.newKit()
        const ring = await keyring.createKeyring(owner, journalKey, [{ kind: 'kit', entropy }])
        await open.admit(ring, journalKey, { throughReloads: true })
        return { id: owner.lock_id, state: 'locked', generation: 1, keyring: ring, rows: 0 }
      },
      { ...owner, user_id },
    )
    return { page, lock }
  }

  const isOpen = (page: Page) => page.evaluate((id) => window.lock.locks.openLocks().has(id), owner.lock_id)
  const half = (page: Page) => page.evaluate(() => sessionStorage.getItem('journalReload'))
  const keyOfServer = async (page: Page) =>
    (await page.request.get(`${address}/api/journal-lock/reload-key`)).json()
  async function restored(page: Page, lock: JournalLock) {
    await bundle.loadInto(page)
    await page.evaluate((lock) => window.lock.open.restoreOpenLocks([lock], lock.keyring.user_id), lock)
    return isOpen(page)
  }
  async function newTab(page: Page, lock: JournalLock) {
    const tab = await page.context().newPage()
    await tab.goto(`${address}/dashboard`)
    return { tab, isOpen: await restored(tab, lock) }
  }

  test('stays open through a reload, by a key that the server stores with the session', async () => {
    const { page, lock } = await opened()
    const { key } = await keyOfServer(page)
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(await half(page)).not.toContain(key)
    await page.reload()
    expect(await restored(page, lock)).toBe(true)
    // No other tab is asked when there is none.
    await page.evaluate(() => window.lock.open.closeJournal())
    expect([await isOpen(page), await half(page), await keyOfServer(page)]).toEqual([
      false,
      null,
      { key: null },
    ])
    await page.reload()
    expect(await restored(page, lock)).toBe(false)
  })

  test('opens in a new tab of the same person, and closes in all', async () => {
    const { page, lock } = await opened()
    const { tab, isOpen: isOpenInTab } = await newTab(page, lock)
    expect([isOpenInTab, await half(tab)]).toEqual([true, null])
    const { tab: third } = await newTab(page, lock)
    await tab.evaluate(() => window.lock.open.closeJournal())
    for (const each of [page, tab, third]) await expect.poll(() => isOpen(each)).toBe(false)
    expect(await half(page)).toBeNull()
  })

  test('is closed by Logout, with both halves gone', async () => {
    const { page, lock } = await opened()
    const { tab } = await newTab(page, lock)
    await tab.getByRole('button', { name: 'Logout', exact: true }).click()
    for (const each of [page, tab]) await expect(each).not.toHaveURL(/dashboard/)
    expect(await half(page)).toBeNull()
    await signUpByRequest(page, address)
    expect(await keyOfServer(page)).toEqual({ key: null })
    await page.goto('/dashboard')
    expect(await restored(page, lock)).toBe(false)
  })

  test('is closed by Quick Hide', async () => {
    const { page } = await opened()
    await page.evaluate(() => {
      document.addEventListener('quickhide:exit', () =>
        Promise.resolve().then(() => {
          const { locks } = window.lock
          Object.assign(window, { after: [locks.openLocks().size, sessionStorage.length] })
        }),
      )
      const original = location.href
      window.navigation?.addEventListener('navigate', (event) => {
        if (event.destination.url !== original) event.preventDefault()
      })
      document.querySelector<HTMLButtonElement>('quick-hide button')?.click()
    })
    expect(await page.evaluate(() => Reflect.get(window, 'after'))).toEqual([0, 0])
  })
})
