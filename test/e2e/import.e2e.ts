import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { FileChooser, Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { describe, inject, test } from 'vitest'
import { overflowingElements, smallTargets } from '../support/a11y-checks.ts'
import { signUpByRequest } from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'
import { hydrated } from '../support/private-area.ts'

const address = inject('address')
const { visit } = journey()
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

type Content = { name: string; mimeType: string; buffer: Buffer }
const file = (name: string, content: Uint8Array | string): Content => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})
const choose = (page: Page, ...files: Content[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

/** A new user on the page of the import. */
async function newcomer(width = 1280) {
  const { page } = await visit('/dashboard/connections/import', {
    width,
    before: (page) => signUpByRequest(page, address),
  })
  await hydrated(page)
  return page
}

/** The contents of all Connections, the newest first. */
async function contents(page: Page): Promise<string[]> {
  const response = await page.request.get(`${address}/api/journal-entries?limit=100`)
  return (await response.json()).entries.map(({ content }: { content: string }) => content)
}

const entries = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    id: uuidv7(),
    created_at: new Date(Date.UTC(2024, 0, 1, 0, number)).toISOString(),
    content: `Number ${number}.`,
  }))
const archive = (connections: object[]) => file('data.json', JSON.stringify({ made_at: '', connections }))

describe('An import', () => {
  test('brings the archive of one account into another, once, and changes nothing that is there', async () => {
    const { page: first } = await visit('/dashboard/settings', {
      before: async (page) => {
        await signUpByRequest(page, address)
        const term = await (await page.request.get(`${address}/api/terms/gaslighting`)).json()
        const details = { linked_term_id: term.id, tags: ['Phone'], happened: { date: '2020-03' } }
        for (const data of [{ content: 'It rained.' }, { content: 'She hid my keys.', ...details }])
          expect(
            (await page.request.post(`${address}/api/journal-entries`, { data, headers })).status(),
          ).toBe(201)
      },
    })
    await expect(first.getByRole('link', { name: 'Import Connections' })).toHaveAttribute(
      'href',
      '/dashboard/connections/import',
    )
    const exported = await first.request.get(`${address}/api/account/export`, { headers })
    const zip = file('my-data-2026-03-04.zip', await exported.body())

    const { page } = await visit('/dashboard/connections', {
      before: (page) => signUpByRequest(page, address),
    })
    await page.getByRole('link', { name: 'Import what you wrote elsewhere' }).click()
    await hydrated(page)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await choose(page, zip)
    await expect(heading(page, 'What we found')).toBeFocused()
    await expect(page.getByText('2 Connections can be imported.')).toBeVisible()
    expect(sent).toEqual([])
    expect(await contents(page)).toEqual([])
    await press(page, 'Import 2 Connections')
    await expect(heading(page, 'Done')).toBeFocused()
    await expect(page.getByText('2 Connections were imported.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to your Connections' }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toContainText([
      'She hid my keys.',
      'It rained.',
    ])
    const listed = await (await page.request.get(`${address}/api/journal-entries`)).json()
    const originals = await (await first.request.get(`${address}/api/journal-entries`)).json()
    const common = ({ user_id: _, revision: __, ...entry }: Record<string, unknown>) => entry
    expect(listed.entries.map(common)).toEqual(originals.entries.map(common))

    await page.goBack()
    await hydrated(page)
    await choose(page, zip)
    await expect(page.getByText('There is nothing new to import.')).toBeVisible()
    await expect(page.getByText('2 are here already')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  })

  test('takes a Day One journal and a folder of texts, and names what it cannot read', async () => {
    const page = await newcomer()
    const moment = (number: number, more = {}) => ({
      uuid: `${number}`.repeat(32),
      creationDate: `2021-01-0${number}T18:21:00Z`,
      text: `Day ${number}\\.`,
      ...more,
    })
    const journal = {
      metadata: { version: '1.0' },
      entries: [
        moment(1, { location: { placeName: 'The lake' }, tags: ['walk'] }),
        moment(2, { text: '', photos: [{}] }),
      ],
    }
    const zip = zipSync({ 'Journal.json': strToU8(JSON.stringify(journal)), 'photos/a.jpeg': strToU8('x') })
    await choose(page, file('Export.zip', zip))
    await expect(page.getByText('1 Connection can be imported.')).toBeVisible()
    await expect(page.getByText('Journal.json, entry 2: It has no text.')).toBeVisible()
    await expect(page.getByText('1 photo or other attachment')).toBeVisible()
    await press(page, 'Import 1 Connection')
    await expect(page.getByText('1 Connection was imported.')).toBeVisible()
    await press(page, 'Choose other files')

    const folder = await mkdtemp(join(tmpdir(), 'unfog-diary-'))
    try {
      await mkdir(join(folder, 'more'))
      await writeFile(join(folder, '2024-03-14.md'), '---\ntags: [phone]\n---\nHe took my phone.')
      await writeFile(join(folder, 'more', '2024-03-15.txt'), Uint8Array.of(0x47, 0xf6, 0xdf))
      await writeFile(join(folder, 'more', 'picture.png'), 'x')
      await writeFile(join(folder, 'more', 'broken.json'), '{')
      await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeVisible()
      await page.locator('input[type=file]').nth(1).setInputFiles(folder)
      await expect(page.getByText('2 Connections can be imported.')).toBeVisible()
      await expect(page.getByText('broken.json: This JSON file is damaged')).toBeVisible()
      await expect(page.getByText('1 text isn’t in UTF-8')).toBeVisible()
      await press(page, 'Import 2 Connections')
      await expect(heading(page, 'Done')).toBeFocused()
    } finally {
      await rm(folder, { recursive: true })
    }
    expect(await contents(page)).toEqual(['Göß', 'He took my phone.', 'Day 1.'])
  })

  test('that loses the network goes on where it was, and by choosing the same file again', async () => {
    const page = await newcomer()
    const data = archive(entries(350))
    let requests = 0
    await page.route('**/api/journal-imports', async (route) => {
      if (route.request().method() !== 'POST' || ++requests === 1) return route.continue()
      // The server saves the second request, but its answer is lost.
      if (requests === 2) await route.fetch({ headers: { ...route.request().headers(), ...headers } })
      return route.abort()
    })
    await choose(page, data)
    await press(page, 'Import 350 Connections')
    await expect(heading(page, 'Not finished')).toBeFocused()
    await expect(page.getByText('100 Connections were imported.')).toBeVisible()
    await expect(page.getByText('The connection to the server was lost.')).toBeVisible()
    await press(page, 'Continue')
    await expect(heading(page, 'Not finished')).toBeFocused()
    await page.unroute('**/api/journal-imports')

    // The page is closed meanwhile.
    await page.reload()
    await hydrated(page)
    await choose(page, data)
    await expect(page.getByText('150 Connections can be imported.')).toBeVisible()
    await expect(page.getByText('200 are here already')).toBeVisible()
    await press(page, 'Import 150 Connections')
    await expect(page.getByText('150 Connections were imported.')).toBeVisible()
    const listed = await (await page.request.get(`${address}/api/journal-entries?limit=1`)).json()
    expect(listed.total).toBe(350)
  })

  test('can be stopped and continued', async () => {
    const page = await newcomer()
    let release = () => {}
    const stopped = new Promise<void>((resolve) => {
      release = resolve
    })
    let requests = 0
    await page.route('**/api/journal-imports', async (route) => {
      if (route.request().method() !== 'POST' || ++requests !== 2) return route.continue()
      // The server saves it, but the answer comes too late.
      await route.fetch({ headers: { ...route.request().headers(), ...headers } })
      await stopped
      await route.abort().catch(() => {})
    })
    await choose(page, archive(entries(250)))
    await press(page, 'Import 250 Connections')
    await expect(page.getByText('100 of 250 done')).toBeVisible()
    await press(page, 'Stop')
    await expect(heading(page, 'Stopped')).toBeFocused()
    release()
    await press(page, 'Continue')
    await expect(page.getByText('250 Connections were imported.')).toBeVisible()
  })
})

test('The import works by keyboard and is accessible at 360 px, in both themes', async () => {
  const page = await newcomer(360)
  // Early: the browser must know before a key opens its dialog.
  const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve))
  const look = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    expect(await overflowingElements(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
  }
  await look()
  const chooseFiles = page.getByRole('button', { name: 'Choose files' })
  await chooseFiles.focus()
  await page.keyboard.press('Enter')
  const long = `${'longname'.repeat(20)}.json`
  await (await chooser).setFiles([archive(entries(2)), file(long, '{'), file('notes.txt', 'One evening.')])
  await expect(heading(page, 'What we found')).toBeFocused()
  await look()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Import 3 Connections' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Done')).toBeFocused()
  await look()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Go to your Connections' })).toBeFocused()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
    /Number|evening|longname/,
  )
})
