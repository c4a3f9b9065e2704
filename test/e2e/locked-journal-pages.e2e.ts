import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { describe, inject, test } from 'vitest'
import { deriveId } from '../../src/domains/connections/import/derived-id.rules.ts'
import { checksumOf, formatChecksum } from '../../src/domains/connections/print/checksum.rules.ts'
import { signUpByRequest } from '../support/account.ts'
import { openArchive } from '../support/archive.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import {
  type LockedJournal,
  lockJournal,
  openJournal,
  recordRequests,
  request,
} from '../support/locked-by-request.ts'
import { hydrated } from '../support/private-area.ts'

const address = inject('address')
const { visit } = journey()
const canaries = ['Quillbrook', 'Tarnfeather', 'Oxbowlane', 'Wrenmarsh']
const [first, second, third, tag] = canaries as [string, string, string, string]
const items = (page: Page) => page.getByRole('main').getByRole('listitem')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const api = (page: Page, method: string, path: string, data?: object) =>
  request(page, address, method, path, data)

type Stored = { id: string; revision: number; created_at: string; updated_at: string }

/** A journal that was written in, and then locked; on a page of it that shows the form that opens. */
async function locked(
  path: string,
  write: (page: Page) => Promise<unknown>,
  { isOpened = true, ...options }: VisitOptions & { isOpened?: boolean } = {},
) {
  let journal: LockedJournal | undefined
  const { page } = await visit(path, {
    ...options,
    before: async (page) => {
      await signUpByRequest(page, address)
      await write(page)
      journal = await lockJournal(page, address)
    },
  })
  if (!journal) throw new Error('the journal was not locked')
  const recorded = recordRequests(page)
  if (isOpened) {
    await hydrated(page)
    await openJournal(page, journal)
  }
  return { page, journal, recorded }
}

/** Three Connections, the second with a term, a tag, a date and a record. */
async function writeThree(page: Page) {
  const term = await api(page, 'GET', '/terms/gaslighting')
  const happened = { date: '2020-03-14', time: '21:30', about: false, time_zone: 'Europe/Berlin' }
  const details = { linked_term_id: term.id, tags: [tag], happened, record: { place: 'Home' } }
  await api(page, 'POST', '/journal-entries', { content: `${first} rained.` })
  await api(page, 'POST', '/journal-entries', { content: `${second} hid my keys.`, ...details })
  await api(page, 'POST', '/journal-entries', { content: `${third} was late.` })
}

const entriesOf = async (page: Page): Promise<Stored[]> =>
  (await api(page, 'GET', '/journal-entries?limit=100')).entries

/** What all Connections hold, opened outside the page. */
const contentsOf = async (page: Page, journal: LockedJournal) =>
  Promise.all((await entriesOf(page)).map(async (entry) => (await journal.open(entry)).content))

describe('Tags of a locked journal', () => {
  test('are renamed everywhere, also in drafts, and each Connection keeps the rest', async () => {
    const draftId = uuidv7()
    const { page, journal, recorded } = await locked('/dashboard/connections/tags', async (page) => {
      await page.request.post(`${address}/dashboard/settings`, {
        form: { intent: 'journal-tagging', journal_tagging: 'on' },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      })
      await writeThree(page)
      await api(page, 'PUT', `/journal-drafts/${draftId}`, {
        ...{ content: 'Not yet.', tags: [tag.toLowerCase()], entry_revision: null, revision: null },
        record: { place: 'Away' },
      })
    })
    await expect(items(page)).toContainText(['1 Connection and 1 draft'])
    await press(page, /^Rename/)
    await page.getByRole('dialog').getByRole('textbox').fill('Kitchen')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Kitchen' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Kitchen' })).toBeVisible()
    const changed = (await entriesOf(page)).find(({ revision }) => revision === 2) as Stored
    expect(await journal.open(changed)).toMatchObject({
      content: `${second} hid my keys.`,
      tags: ['Kitchen'],
      happened: { date: '2020-03-14' },
      record: { place: 'Home' },
    })
    const { drafts } = await api(page, 'GET', '/journal-drafts')
    expect(await journal.open(drafts[0])).toMatchObject({
      ...{ content: 'Not yet.', tags: ['Kitchen'], record: { place: 'Away' } },
    })
    recorded.expectWithout(...canaries, tag.toLowerCase(), 'Kitchen')
  })
})

describe('Earlier versions of a locked Connection', () => {
  test('are read, compared and restored on the device', async () => {
    let id = ''
    const write = async (page: Page) => {
      ;({ id } = await api(page, 'POST', '/journal-entries', {
        content: `${first} hid my keys.`,
        tags: [tag],
      }))
      await api(page, 'PATCH', `/journal-entries/${id}`, { content: `${first} hid my purse.`, revision: 1 })
      await api(page, 'PATCH', `/journal-entries/${id}`, {
        content: `${second} hid it.`,
        revision: 2,
        tags: [],
      })
    }
    // A page that asks for nothing.
    const { page, journal, recorded } = await locked('/dashboard/connections/trash', write, {
      isOpened: false,
    })
    const history = `/dashboard/connections/${id}/history`
    await page.evaluate(() => Object.assign(window, { stays: true }))
    await page.goto(history)
    await hydrated(page)
    await openJournal(page, journal)
    await expect(items(page)).toContainText([`${first} hid my purse.`, `${first} hid my keys.`])
    await items(page)
      .filter({ hasText: `${first} hid my keys.` })
      .getByRole('link', { name: /^Read and compare/ })
      .click()
    await expect(page.locator('.entry-text')).toHaveText(`${first} hid my keys.`)
    await press(page, 'Compare with the present version')
    await expect(page.locator('del').first()).toContainText(first)
    await press(page, /^Restore/)
    await expect(page.locator('.entry-text')).toHaveText(`${first} hid my keys.`)
    const entry = await api(page, 'GET', `/journal-entries/${id}`)
    expect(entry).toMatchObject({ revision: 4, content: null, tags: [] })
    expect(await journal.open(entry)).toMatchObject({ content: `${first} hid my keys.`, tags: [tag] })
    const { versions } = await api(page, 'GET', `/journal-entries/${id}/versions`)
    expect(await journal.open(versions[0])).toMatchObject({ content: `${second} hid it.` })
    recorded.expectWithout(...canaries)
  })
})

describe('The trash of a locked journal', () => {
  const deleteAll = async (page: Page) => {
    await writeThree(page)
    for (const { id } of await entriesOf(page)) await api(page, 'DELETE', `/journal-entries/${id}`)
  }

  test('shows texts once it is open, and stays open while they are restored and erased', async () => {
    const { page, journal, recorded } = await locked('/dashboard/connections/trash', deleteAll, {
      isOpened: false,
    })
    await hydrated(page)
    await expect(items(page)).toHaveText([/^Locked Connection/, /^Locked Connection/, /^Locked Connection/])
    await openJournal(page, journal)
    await expect(items(page)).toContainText([
      `${third} was late.`,
      `${second} hid my keys.`,
      `${first} rained.`,
    ])
    await expect(items(page).nth(1)).toContainText('Gaslighting')
    await items(page)
      .nth(1)
      .getByRole('button', { name: /^Restore/ })
      .click()
    await expect(page.getByText('The Connection is back in your journal.')).toBeVisible()
    await expect(items(page)).toContainText([`${third} was late.`, `${first} rained.`])
    await items(page)
      .first()
      .getByRole('button', { name: /^Erase now/ })
      .click()
    await expect(items(page)).toContainText([`${first} rained.`])
    expect(await contentsOf(page, journal)).toEqual([`${second} hid my keys.`])
    recorded.expectWithout(...canaries)
  })

  test('is used without scripts, and says what the texts need', async () => {
    const { page, journal } = await locked('/dashboard/connections/trash', deleteAll, {
      isOpened: false,
      javaScript: false,
    })
    await expect(page.getByText('To show what you wrote, this page needs JavaScript')).toBeVisible()
    await items(page)
      .nth(1)
      .getByRole('button', { name: /^Restore/ })
      .click()
    await expect(page.getByText('The Connection is back in your journal.')).toBeVisible()
    await expect(items(page)).toHaveCount(2)
    expect(await contentsOf(page, journal)).toEqual([`${second} hid my keys.`])
  })
})

test('The trash of a locked journal does not ask to open it when it is empty', async () => {
  const { page } = await locked('/dashboard/connections/trash', writeThree, { isOpened: false })
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Your trash is empty' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open your journal' })).toHaveCount(0)
})

test('A locked journal is printed with the checksums of its exact times', async () => {
  const { page, journal, recorded } = await locked('/dashboard/connections/print', writeThree)
  await expect(page.getByText('3 Connections')).toBeVisible()
  for (const entry of await entriesOf(page)) {
    const document = await journal.open(entry)
    expect(entry.created_at).toMatch(/:00:00.000Z$/)
    const whole = { ...document, id: entry.id, revision: entry.revision } as Parameters<typeof checksumOf>[0]
    await expect(page.locator('.paper-entry').filter({ hasText: String(document.content) })).toContainText(
      formatChecksum(await checksumOf(whole)),
    )
  }
  recorded.expectWithout(...canaries)
})

test('A locked journal has its calendar', async () => {
  const { page, recorded } = await locked('/dashboard/connections/calendar', writeThree)
  await page.getByRole('radio', { name: 'List' }).check()
  await expect(items(page).filter({ hasText: `${second} hid my keys.` })).toHaveCount(2)
  await expect(page.getByText('9:30')).toBeVisible()
  recorded.expectWithout(...canaries)
})

test('The start page counts a locked journal, and names its latest Connections once it is open', async () => {
  const { page, journal, recorded } = await locked('/dashboard', writeThree, { isOpened: false })
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'a Connection', exact: true })).toHaveCount(3)
  // The server rounds them to the hour.
  await expect(page.getByRole('main')).not.toContainText(/\d:\d\d/)
  await page
    .getByRole('link', { name: /^Connections/ })
    .first()
    .click()
  await openJournal(page, journal)
  await expect(page.getByText(`${second} hid my keys.`)).toBeVisible()
  await page.locator('.sidebar').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('link', { name: 'a Connection about Gaslighting' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('3')
  recorded.expectWithout(...canaries)
})

type Content = { name: string; mimeType: string; buffer: Buffer }
const file = (name: string, content: Uint8Array | string): Content => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})
const choose = (page: Page, ...files: Content[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

describe('An import into a locked journal', () => {
  const moment = {
    uuid: 'A'.repeat(32),
    creationDate: '2021-01-02T18:21:00Z',
    text: `${second} drove off\\.`,
    tags: [tag],
    location: { placeName: 'The lake' },
  }
  const dayOne = zipSync({ 'Journal.json': strToU8(JSON.stringify({ metadata: {}, entries: [moment] })) })
  const note = file('2024-03-14.md', `${third} took my phone.`)

  test('is sealed on the device, has ids that nobody can test, and is done once', async () => {
    const { page, journal, recorded } = await locked('/dashboard/connections/import', async () => {})
    await choose(page, file('Export.zip', dayOne), note)
    await press(page, 'Import 2 Connections')
    await expect(page.getByText('2 Connections were imported.')).toBeVisible()
    const entries = await entriesOf(page)
    expect(entries.map(({ created_at }) => created_at)).toEqual([
      '2024-03-14T12:00:00.000Z',
      '2021-01-02T18:00:00.000Z',
    ])
    const [newest, oldest] = (await Promise.all(entries.map(journal.open))) as [object, object]
    expect(newest).toMatchObject({ content: `${third} took my phone.` })
    expect(oldest).toMatchObject({
      ...{ content: `${second} drove off.`, tags: [tag], record: { place: 'The lake' } },
      created_at: '2021-01-02T18:21:00.000Z',
    })
    const plain = await deriveId(Date.parse(moment.creationDate), `day-one\0${moment.uuid}`)
    expect(entries.map(({ id }) => id.slice(14))).not.toContain(plain.slice(14))
    await press(page, 'Choose other files')
    await choose(page, file('Export.zip', dayOne), note)
    await expect(page.getByText('There is nothing new to import.')).toBeVisible()
    await expect(page.getByText('2 are here already')).toBeVisible()
    recorded.expectWithout(...canaries, 'The lake', 'Export', '2024-03-14.md')
  })

  test('doubles nothing that was imported before it was locked', async () => {
    const id = await deriveId(Date.parse(moment.creationDate), `day-one\0${moment.uuid}`)
    const { page } = await locked('/dashboard/connections/import', async (page) => {
      const entry = { id, created_at: '2021-01-02T18:21:00.000Z', content: `${second} drove off.` }
      await api(page, 'POST', '/journal-imports', { entries: [entry] })
    })
    await choose(page, file('Export.zip', dayOne))
    await expect(page.getByText('There is nothing new to import.')).toBeVisible()
  })

  test('that loses the network goes on where it was', async () => {
    const { page, journal } = await locked('/dashboard/connections/import', async () => {})
    const connections = Array.from({ length: 250 }, (_, number) => ({
      ...{ id: uuidv7(), content: `Number ${number}.` },
      created_at: new Date(Date.UTC(2024, 0, 1, 0, number)).toISOString(),
    }))
    let requests = 0
    await page.route('**/api/journal-imports', async (route) => {
      if (route.request().method() !== 'POST' || ++requests !== 2) return route.continue()
      // The server saves it, but its answer is lost.
      await route.fetch({ headers: { ...route.request().headers(), 'Sec-Fetch-Site': 'same-origin' } })
      return route.abort()
    })
    await choose(page, file('data.json', JSON.stringify({ made_at: '', connections })))
    await press(page, 'Import 250 Connections')
    await expect(page.getByText('The connection to the server was lost.')).toBeVisible()
    await press(page, 'Continue')
    await expect(page.getByText('250 Connections were imported.')).toBeVisible()
    const contents = new Set<unknown>()
    for (let after = ''; ; ) {
      const page_ = await api(page, 'GET', `/journal-entries?limit=100${after && `&after=${after}`}`)
      for (const entry of page_.entries) contents.add((await journal.open(entry)).content)
      if (page_.next === null) break
      after = page_.next
    }
    expect(contents.size).toBe(250)
  })
})

describe('A download of a locked journal', () => {
  test('is made readable on the device, and another account imports all of it', async () => {
    const { page, journal, recorded } = await locked(
      '/dashboard/settings',
      async (page) => {
        await writeThree(page)
        const [{ id, revision }] = (await entriesOf(page)) as [Stored]
        await api(page, 'PATCH', `/journal-entries/${id}`, { content: `${third} came home.`, revision })
        const gone = await api(page, 'POST', '/journal-entries', { content: `${first} thrown away.` })
        await api(page, 'DELETE', `/journal-entries/${gone.id}`)
        await api(page, 'PUT', `/journal-drafts/${uuidv7()}`, {
          ...{ content: `${second} not yet.`, entry_revision: null, revision: null },
        })
      },
      { isOpened: false },
    )
    await hydrated(page)
    const download = page.waitForEvent('download')
    await press(page, 'Download a readable copy')
    await openJournal(page, journal)
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
    const bytes = await readFile(await saved.path())
    const { names, data, pages } = openArchive(bytes)
    expect(names).toEqual(['connections.html', 'data.json'])
    expect(JSON.stringify(data)).not.toContain('"locked":')
    expect(data.connections.map(({ content }: { content: string }) => content)).toEqual([
      `${first} rained.`,
      `${second} hid my keys.`,
      `${third} came home.`,
    ])
    expect(data.connection_versions).toMatchObject([{ content: `${third} was late.` }])
    expect(data.deleted_connections).toMatchObject([{ content: `${first} thrown away.` }])
    expect(data.drafts).toMatchObject([{ content: `${second} not yet.` }])
    for (const text of ['rained', 'hid my keys', 'came home', 'thrown away', 'not yet'])
      expect(pages).toContain(text)
    recorded.expectWithout(...canaries)

    const { page: other } = await visit('/dashboard/connections/import', {
      before: (page) => signUpByRequest(page, address),
    })
    await hydrated(other)
    await choose(other, file('my-data.zip', bytes))
    await press(other, 'Import 3 Connections')
    await expect(other.getByText('3 Connections were imported.')).toBeVisible()
    const { entries } = await api(other, 'GET', '/journal-entries')
    const opened = await Promise.all((await entriesOf(page)).map(journal.open))
    const fields = ({
      content,
      linked_term_ids,
      happened,
      tags,
      record,
      created_at,
    }: Record<string, unknown>) => ({
      ...{ content, linked_term_ids, happened, tags, record, created_at },
    })
    const newestFirst = opened
      .map(fields)
      .sort((one, two) => (String(one.created_at) < String(two.created_at) ? 1 : -1))
    expect(entries.map(fields)).toEqual(newestFirst)
  })

  test('stays locked where it is not opened, and names its entries when it is imported', async () => {
    const { page } = await locked('/dashboard/settings', writeThree, { isOpened: false })
    await hydrated(page)
    const download = page.waitForEvent('download')
    await press(page, 'Download a locked copy')
    const bytes = await readFile(await (await download).path())
    const { data, pages } = openArchive(bytes)
    expect(data.connections).toHaveLength(3)
    for (const canary of canaries) expect(JSON.stringify(data) + pages).not.toContain(canary)
    const { page: other } = await visit('/dashboard/connections/import', {
      before: (page) => signUpByRequest(page, address),
    })
    await hydrated(other)
    await choose(other, file('my-data.zip', bytes))
    await expect(other.getByText('There is nothing new to import.')).toBeVisible()
    await expect(other.getByText(/entry 3: It’s still locked in this file/)).toBeVisible()
    await expectAccessible(other)
  })
})

test.each(['calendar', 'import', 'print'])(
  'The page %s of a locked journal says that it needs scripts',
  async (name) => {
    const { page } = await locked(`/dashboard/connections/${name}`, writeThree, {
      isOpened: false,
      javaScript: false,
    })
    await expect(page.getByText('Nothing is lost.')).toBeVisible()
    expect(await page.content()).not.toMatch(new RegExp(canaries.join('|')))
  },
)
