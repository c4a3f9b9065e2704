import { hkdfSync, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { readEncryptedFile } from '../../src/platform/backup/encrypted-file.server.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { runOperator } from '../../src/server/operations/operator.ts'
import { newEmail, passwordBox, submitSignIn, submitSignUp } from '../support/account.ts'
import { entryField } from '../support/canary-data.ts'
import { chromiumFlags, findChromium } from '../support/chromium.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { expect } from '../support/journey.ts'
import {
  kitBox,
  lockJournal,
  lockPage,
  openByPhrase,
  phraseBox,
  pressLock,
  toLockPage,
} from '../support/lock-screens.ts'
import { hydrated } from '../support/private-area.ts'
import { heapOptions, heapSnapshot, processMemory } from '../support/process-memory.ts'
import { type Product, startProduct } from '../support/product.ts'
import { escapeTwice } from '../support/quick-hide.ts'
import { type RecipeSite, startRecipeSite } from '../support/recipe-site.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'
import { filesIn, formsOf, type Secret, searchFiles, searchFor } from '../support/secrets.ts'
import { smtpPeer } from '../support/smtp-peer.ts'
import { queryOwn } from '../support/start-directory.ts'

/* Each word is in one place only, and not in ASCII alone, so that escaping changes it. */
const canaryOf = () => `kéa${randomUUID().slice(0, 13)}`
const wrote = canaryOf()
const edited = canaryOf()
const drafted = canaryOf()
const imported = canaryOf()
const importedFile = canaryOf()
const searched = canaryOf()
const tag = canaryOf()
const place = canaryOf()
const typedLast = canaryOf()
const texts = { wrote, edited, drafted, imported, importedFile, searched, tag, place, typedLast }
const phrase = `zélie ${randomUUID().slice(0, 8)} kettle ninety moss`
/** Stands where the search looks, to show that it finds. */
const control = `seen${randomUUID().slice(0, 8)}`
const term = { slug: 'love-bombing', name: 'Love Bombing' }

let proxy: Awaited<ReturnType<typeof startRecordingProxy>>
let peer: Awaited<ReturnType<typeof smtpPeer>>
let site: RecipeSite
let product: Product
let root: string
let identity: string
let environment: Record<string, string>
const email = newEmail()
const keys = new Map<string, Buffer>()
let kit: string[] = []
let lock_id = ''
let term_id = ''
let exit = { framesBefore: -1, body: '' }
let found: (bytes: Buffer) => string[] = () => []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'unfog-forensic-'))
  for (const name of ['profile', 'downloads', 'heap', 'backup']) await mkdir(join(root, name))
  ;[proxy, peer, site] = await Promise.all([startRecordingProxy(), smtpPeer(), startRecipeSite()])
  identity = await generateX25519Identity()
  environment = {
    DATA_DIR: await newDataFolder(join(root, `${control}-data`)),
    PORT: '0',
    PUBLIC_URL: proxy.address,
    TRUSTED_PROXIES: '1',
    SMTP_URL: peer.url,
    MAIL_FROM: 'letters@example.net',
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    QUICK_HIDE_URL: site.recipes,
    QUICK_HIDE_FALLBACK_URL: site.fallback,
    LOG_LEVEL: 'debug',
  }
  const command = [process.execPath, ...heapOptions(join(root, 'heap')), 'src/server/boot/start.js']
  product = await startProduct(environment, { command })
  proxy.leadTo(product.address)
  ;({ id: term_id } = await (await fetch(`${product.address}/api/terms/${term.slug}`)).json())
  await useJournal()
  found = searchFor({ ...secrets(), control })
}, 300_000)
afterAll(async () => {
  await product?.stop()
  proxy?.stop()
  await Promise.all([peer?.stop(), site?.close()])
  await rm(root, { recursive: true, force: true })
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const items = (page: Page) => page.locator('[data-items] > li')
const saved = (page: Page) => expect(page.getByText('Draft saved.')).toBeVisible()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const fold = (page: Page, name: string) => page.locator('summary', { hasText: name })

async function goTo(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

/** Records the keys that scripts import, and the frame in which the request of an exit is made. */
async function watchScripts(page: Page) {
  const context = page.context()
  await context.exposeBinding('reportKey', (_source, base64: string) => {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.some((byte) => byte !== 0)) keys.set(bytes.toString('hex'), bytes)
  })
  await context.exposeBinding('reportExit', (_source, framesBefore: number, body: string) => {
    exit = { framesBefore, body }
  })
  await context.addInitScript(() => {
    const { reportKey, reportExit } = window as unknown as Record<string, (...values: unknown[]) => void>
    const subtle = crypto.subtle
    const importKey = subtle.importKey.bind(subtle) as (...values: unknown[]) => Promise<CryptoKey>
    Object.defineProperty(subtle, 'importKey', {
      value: (format: string, data: Uint8Array, ...rest: unknown[]) => {
        // The key of AES-GCM is the session's half for reloads, which the server stores.
        if (format === 'raw' && rest[0] === 'HKDF')
          reportKey?.(btoa(String.fromCharCode(...new Uint8Array(data))))
        return importKey(format, data, ...rest)
      },
    })
    let frames = 0
    const count = () => {
      frames++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    let atExit = 0
    document.addEventListener(
      'quickhide:exit',
      () => {
        atExit = frames
      },
      { capture: true },
    )
    const originalFetch = window.fetch
    window.fetch = (input, init) => {
      if (String(input).endsWith('/leave')) reportExit?.(frames - atExit, String(init?.body ?? ''))
      return originalFetch(input, init)
    }
  })
}

/** All that a person does, in a browser with its own folder. */
async function useJournal() {
  const executablePath = findChromium(true)
  const browser = await chromium.launchPersistentContext(join(root, 'profile'), {
    args: chromiumFlags,
    baseURL: proxy.address,
    acceptDownloads: true,
    downloadsPath: join(root, 'downloads'),
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const [page = await browser.newPage()] = browser.pages()
    await watchScripts(page)
    await signUp(page)
    await goTo(page, lockPage)
    kit = await lockJournal(page, phrase)
    lock_id = (await (await page.request.get('/api/journal-lock')).json()).locks[0].id
    await write(page)
    await change(page)
    await readEverywhere(page)
    await openAgain(page)
    await leave(page)
    // Chromium writes its session and its history with a delay.
    await page.waitForTimeout(3_000)
  } finally {
    await browser.close()
  }
}

async function signUp(page: Page) {
  await page.goto('/auth-test?mode=sign-up')
  await submitSignUp(page, email)
  await expect.poll(() => peer.received.length).toBe(1)
  const [, token] = /link\?token=([\w-]{43})/.exec(peer.received[0]?.text ?? '') ?? []
  await page.goto(`/auth-test/link?token=${token}`)
  await passwordBox(page).fill('ninety lanterns drift slowly')
  await passwordBox(page).press('Enter')
  await page.waitForURL('**/dashboard')
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  await page.request.patch('/api/profile', { data: { username: control }, headers })
  await page.request.post('/dashboard/settings', {
    form: { intent: 'journal-tagging', journal_tagging: 'on' },
    headers,
  })
}

async function write(page: Page) {
  await goTo(page, '/dashboard/connections/new')
  // The lock stays open in no tab: this one was loaded again.
  await openByPhrase(page, phrase)
  await entryField(page).fill(`${wrote} by the lake.`)
  await saved(page)
  await page.getByRole('combobox', { name: 'Linked term (optional)' }).pressSequentially(term.name)
  await page.getByRole('option', { name: term.name, exact: true }).click()
  await fold(page, 'Your tags').click()
  await field(page, 'Your tags').fill(tag)
  await fold(page, 'Where, who, and proof').click()
  await field(page, 'Where was it?').fill(place)
  await press(page, 'Save Connection')
  await expect(items(page)).toContainText([wrote])
}

async function change(page: Page) {
  await items(page).first().getByRole('link').click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await entryField(page).fill(`${edited} instead.`)
  await saved(page)
  await press(page, 'Save Connection')
  await page.getByRole('link', { name: 'Earlier versions' }).click()
  await page.getByRole('link', { name: /^Read and compare/ }).click()
  await press(page, 'Compare with the present version')
  await press(page, /^Restore/)
  await expect(page.locator('.entry-text')).toHaveText(`${wrote} by the lake.`)
  await press(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.entry-text')).toHaveText(`${wrote} by the lake.`)
}

async function readEverywhere(page: Page) {
  const sidebar = (name: string) => page.locator('.sidebar').getByRole('link', { name, exact: true }).click()
  await sidebar('Connections')
  await page.getByRole('link', { name: 'New Connection' }).first().click()
  await entryField(page).fill(`${drafted} not yet.`)
  await saved(page)
  await sidebar('Connections')
  await page.getByRole('searchbox').fill(searched)
  await expect(items(page)).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await expect(items(page)).toHaveCount(1)
  // A second tab opens by the first.
  const other = await page.context().newPage()
  await goTo(other, '/dashboard/connections/import')
  const buffer = Buffer.from(`${imported} took my phone.`)
  await other
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: `${importedFile}.md`, mimeType: 'text/markdown', buffer }])
  await press(other, /^Import 1 Connection/)
  await expect(other.getByText('1 Connection was imported.')).toBeVisible()
  await goTo(other, '/dashboard/connections/print')
  await expect(other.locator('.paper-entry').filter({ hasText: imported })).toBeVisible()
  await goTo(other, '/dashboard/connections/calendar')
  await other.getByRole('radio', { name: 'List' }).check()
  await expect(other.getByRole('main').getByText(imported).first()).toBeVisible()
  await goTo(other, '/dashboard/settings')
  const download = other.waitForEvent('download')
  await press(other, 'Download a locked copy')
  await (await download).path()
  await other.close()
}

async function openAgain(page: Page) {
  await toLockPage(page)
  await page.getByRole('checkbox', { name: 'Stay open when I reload this tab' }).check()
  await openByPhrase(page, phrase)
  const open = page.getByText('It’s open on this page')
  await expect(open).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(open).toBeVisible()
  await pressLock(page, 'Close it now')
  await pressLock(page, 'Use your recovery kit')
  await kitBox(page).fill(kit.join(' '))
  await pressLock(page, 'Open')
  await expect(open).toBeVisible()
  // Which is one way to send the phrase and the kit: the screen that makes a new one, left again.
  await pressLock(page, 'Change your phrase')
  await phraseBox(page).fill(phrase)
  await pressLock(page, 'Cancel')
}

/** Quick Hide while the destination takes 4 s; then the text is offered again. */
async function leave(page: Page) {
  await page.locator('.sidebar').getByRole('link', { name: 'Connections', exact: true }).click()
  await page.getByRole('link', { name: 'New Connection' }).first().click()
  await entryField(page).fill(`${typedLast} in the middle`)
  await saved(page)
  site.answers.recipes = 4_000
  await entryField(page).press('End')
  await page.keyboard.type(' of it', { delay: 20 })
  await escapeTwice(page)
  // It is so slow that the fallback may come first.
  await page.waitForURL(({ href }) => href === site.recipes || href === site.fallback)
  site.answers.recipes = 0
  await page.goto('/auth-test?next=/dashboard/connections')
  await submitSignIn(page, email)
  await page.waitForURL('**/dashboard/connections')
  await hydrated(page)
  await openByPhrase(page, phrase)
  await expect(page.getByRole('main')).toContainText(`${typedLast} in the middle of it`)
  await expect(page.getByRole('main')).toContainText(`${drafted} not yet.`)
}

/** What must be nowhere. */
function secrets(): Record<string, Secret> {
  const named: Record<string, Secret> = { ...texts, phrase }
  for (let first = 0; first + 3 <= kit.length; first++)
    for (const [how, between] of [' ', ',', '\n', '","'].entries())
      named[`kit ${first} ${how}`] = kit.slice(first, first + 3).join(between)
  const salt = Buffer.from(lock_id.replaceAll('-', ''), 'hex')
  let number = 0
  for (const key of keys.values()) {
    named[`key ${number}`] = key
    named[`content key of ${number++}`] = Buffer.from(
      hkdfSync('sha256', key, salt, 'unfog journal content v1', 32),
    )
  }
  return named
}

/** Searches for what would be left of a journal, and shows that the search finds. */
const expectOnlyControl = (bytes: Buffer) => expect(found(bytes)).toEqual(['control'])

describe('What is searched for', () => {
  test('is found in each form, also in the middle', () => {
    const search = searchFor({ a: 'é "so" long', b: Buffer.from('0123456789abcdef0123456789abcdef', 'hex') })
    for (const [name, secret] of [
      ['a', 'é "so" long'],
      ['b', Buffer.from('0123456789abcdef0123456789abcdef', 'hex')],
    ] as const) {
      for (const form of formsOf(secret))
        expect(search(Buffer.concat([Buffer.from('before'), form, Buffer.from('after')]))).toEqual([name])
      for (const offset of [0, 1, 2]) {
        const bytes = Buffer.concat([
          Buffer.alloc(offset, 7),
          Buffer.from(secret as string),
          Buffer.from('end'),
        ])
        for (const encoding of ['base64', 'base64url', 'hex', 'utf8'] as const)
          if (encoding !== 'utf8' || name === 'a')
            expect(search(Buffer.from(bytes.toString(encoding))), encoding).toEqual([name])
      }
    }
    expect(search(Buffer.from('nothing at all of this'))).toEqual([])
  })

  test('includes the keys', () => {
    // The phrase's and the kit's secret, and the journal key.
    expect([...keys.values()].map(({ length }) => length)).toEqual([32, 32, 32])
    expect(kit).toHaveLength(24)
  })
})

test('No request and no answer has any of it, nor which term is linked', async () => {
  expectOnlyControl(proxy.sent())
  expectOnlyControl(proxy.received())
  const sealed = proxy.requests.filter(({ body }) => body.includes('"locked":{"lock_id"'))
  expect(sealed.length).toBeGreaterThan(5)
  const linked = searchFor({ id: term_id, slug: term.slug, name: term.name, typed: 'Love B' })
  expect(linked(proxy.sent())).toEqual([])
  for (const { url } of proxy.requests) expect(url).not.toMatch(/love/i)
})

test('The exit sends the draft, encrypted, before its first frame', async () => {
  expect(exit.framesBefore).toBe(0)
  expect(JSON.parse(exit.body)).toMatchObject({ locked: { lock_id, data: expect.any(String) } })
  const leaving = proxy.requests.find(({ url }) => url === '/leave')
  expect(leaving?.body.toString()).toBe(exit.body)
  expect(found(Buffer.from(exit.body))).toEqual([])
})

test('Neither the database nor its files have any of it', async () => {
  const tables = await queryOwn(
    environment.DATA_DIR ?? '',
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const rows: string[] = []
  for (const { name } of tables)
    for (const { row } of await queryOwn(environment.DATA_DIR ?? '', `select t::text as row from ${name} t`))
      rows.push(String(row))
  expectOnlyControl(Buffer.from(rows.join('\n')))
  const own = await queryOwn(
    environment.DATA_DIR ?? '',
    'select count(*)::int as count, bool_and(lock_id is not null) as locked from journal_entries',
  )
  expect(own).toEqual([{ count: 2, locked: true }])
  expect(await queryOwn(environment.DATA_DIR ?? '', 'select from data_keys')).toEqual([])
  await queryOwn(environment.DATA_DIR ?? '', 'checkpoint')
  const inFiles = await searchFiles(environment.DATA_DIR ?? '', found)
  expect([...inFiles.keys()]).toEqual(['control'])
})

test('No log has any of it', () => {
  const log = product.output()
  expect(log).toContain('/api/journal-entries')
  expect(found(Buffer.from(log))).toEqual([])
  expectOnlyControl(Buffer.from(`${log}${control}`))
})

test('The notices came, and say neither what changed nor where', async () => {
  const notices = peer.received.filter(({ raw }) => /Subject: A change to your account/.test(raw))
  expect(notices.length).toBeGreaterThan(0)
  for (const { text } of notices) expect(text).not.toMatch(/journal|lock|unfog|phrase|kit|connection/i)
  const mails = peer.received.map(({ raw, text }) => raw + text).join('\n')
  expect(mails).toContain(email)
  expect(found(Buffer.from(mails))).toEqual([])
  expectOnlyControl(Buffer.from(mails + control))
})

test('A backup has none of it', async () => {
  const folder = join(root, 'backup')
  expect(await runOperator(readConfig(environment), { words: ['backup', folder] })).toContain('is made')
  const seen: string[] = []
  for await (const { path, bytes } of filesIn(folder)) {
    expect(found(bytes), path).toEqual([])
    const pieces: Buffer[] = []
    for await (const piece of readEncryptedFile(path, identity)) pieces.push(piece)
    seen.push(...found(Buffer.concat(pieces)))
  }
  expect(seen).toEqual(['control'])
})

test('The server’s memory has none of it', async () => {
  // What it uses now, it finds: the address has the control.
  await fetch(`${product.address}/glossary/${control}`)
  expectOnlyControl(await heapSnapshot(product.process, join(root, 'heap')))
  const seen = new Set<string>()
  for await (const bytes of processMemory(product.process)) for (const name of found(bytes)) seen.add(name)
  expect([...seen]).toEqual(['control'])
})

test('No file of the browser, and no download, has any of it', async () => {
  const inProfile = await searchFiles(
    join(root, 'profile'),
    searchFor({
      ...secrets(),
      [term.slug]: `glossary/${term.slug}`,
      control: 'dashboard/connections/import',
    }),
  )
  expect([...inProfile]).toEqual([['control', expect.any(String)]])
  // A locked copy, compressed.
  const downloads: string[] = []
  for await (const { path } of filesIn(join(root, 'downloads'))) downloads.push(path)
  expect(downloads.length).toBeLessThan(2)
})
