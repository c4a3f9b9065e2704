import type { Page, Route } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { inject, test } from 'vitest'
import { expectAccessibleLayout as looks } from '../support/a11y-checks.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'

const area = privateAreaWithoutEmail()
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const tagsPage = '/dashboard/connections/tags'
const row = (page: Page, tag: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: tag, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const status = (page: Page) => page.getByRole('region', { name: 'Your tags' }).getByRole('status')
const continueChange = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

type Stored = { id: string; content: string; tags: string[]; revision: number; linked_term_ids: string[] }

/** Sends a request as the page's user. */
async function send(page: Page, method: 'get' | 'post' | 'put' | 'patch', path: string, data?: object) {
  const answer = await page.request[method](`${inject('address')}/api${path}`, {
    ...(data && { data }),
    headers,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

const entryOf = (page: Page, { id }: Stored): Promise<Stored> => send(page, 'get', `/journal-entries/${id}`)

/** A new user with three Connections, a draft of the newest, and a draft of a new one, on the page with the tags. */
async function writer() {
  const { page } = await area.signUp('/dashboard/settings', { reducedMotion: true })
  await page.getByRole('switch', { name: 'Turn on Journal Tagging' }).click()
  await expect(page.getByRole('switch', { name: 'Turn on Journal Tagging' })).toBeChecked()
  const write = (content: string, tags: string[]): Promise<Stored> =>
    send(page, 'post', '/journal-entries', { content, tags })
  const other = await write('She read my letters.', ['Kitchen'])
  const older = await write('The long drive.', ['cafe', 'Work'])
  const newer = await write('He hid my keys.', ['Café', 'kitchen'])
  const term = await send(page, 'get', '/terms/gaslighting')
  const draftId = uuidv7()
  await send(page, 'put', `/journal-drafts/${newer.id}`, {
    ...{ content: 'He hid my keys again.', tags: ['Café'], linked_term_ids: [term.id] },
    ...{ entry_revision: 1, revision: null },
  })
  await send(page, 'put', `/journal-drafts/${draftId}`, {
    ...{ content: 'A thought', tags: ['CAFÉ'], entry_revision: null, revision: null },
  })
  await page.goto(tagsPage)
  await hydrated(page)
  await expect(row(page, 'Café')).toContainText('2 Connections and 2 drafts')
  return { page, other, older, newer, draftId, term }
}

async function rename(page: Page, tag: string, to: string) {
  await row(page, tag)
    .getByRole('button', { name: `Rename ${tag}` })
    .click()
  await dialog(page).getByRole('textbox', { name: 'New name' }).fill(to)
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
}

test('Renaming a tag to another merges them, and continues after the server was gone, without doubling', async () => {
  const { page, other, older, newer, draftId, term } = await writer()
  await row(page, 'Café').getByRole('button', { name: 'Rename Café' }).click()
  await dialog(page).getByRole('textbox', { name: 'New name' }).fill('one, two')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'A tag can’t contain a comma. Please enter one name.',
  )
  await dialog(page).getByRole('textbox', { name: 'New name' }).fill('KITCHEN')
  await expect(dialog(page)).toContainText('You already use “kitchen”. The two become one tag')
  await looks(page)

  // The first is saved and its answer is lost; the second reaches nobody.
  const patches: string[] = []
  const lose = async (route: Route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    patches.push(route.request().url())
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/journal-entries/*', lose)
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(status(page)).toContainText('maybe because you’re offline. 0 of 3 are changed')
  expect(patches).toHaveLength(1)
  await page.unrouteAll()
  await page.route(`**/api/journal-entries/${older.id}`, (route) => route.abort())
  await continueChange(page)
  await expect(status(page)).toContainText('1 of 3 are changed, and the rest still have the tag “Café”')
  await expect(row(page, 'cafe')).toContainText('1 Connection and 1 draft')
  await looks(page)
  await page.unrouteAll()

  // Meanwhile another device writes.
  await send(page, 'patch', `/journal-entries/${older.id}`, { revision: 1, content: 'The very long drive.' })
  await continueChange(page)
  await expect(status(page)).toHaveText('The tag is now “kitchen” in 2 Connections and 2 drafts.')
  await expect(row(page, 'Café')).toHaveCount(0)
  await expect(row(page, 'kitchen')).toContainText('3 Connections and 2 drafts')

  expect(await entryOf(page, newer)).toMatchObject({ tags: ['kitchen'], revision: 2 })
  expect(await entryOf(page, older)).toMatchObject({
    ...{ tags: ['kitchen', 'Work'], revision: 3, content: 'The very long drive.' },
  })
  expect(await entryOf(page, other)).toMatchObject({ tags: ['Kitchen'], revision: 1 })
  expect(await send(page, 'get', `/journal-drafts/${draftId}`)).toMatchObject({
    ...{ content: 'A thought', tags: ['kitchen'], entry_revision: null },
  })
  expect(await send(page, 'get', `/journal-drafts/${newer.id}`)).toMatchObject({
    ...{ content: 'He hid my keys again.', tags: ['kitchen'], linked_term_ids: [term.id], entry_revision: 2 },
  })
  // The draft is saved without a conflict.
  await page.goto(`/dashboard/connections/${newer.id}/edit?resume`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Save Connection' }).click()
  await expect(page.locator('.entry-text')).toHaveText('He hid my keys again.')
})

test('Deleting a tag asks first, can be stopped, and leaves the Connections', async () => {
  const { page, older, newer } = await writer()
  await row(page, 'Café').getByRole('button', { name: 'Delete Café' }).click()
  await expect(dialog(page)).toContainText('Remove the tag from 2 Connections and 2 drafts? They stay.')
  await looks(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Café').getByRole('button', { name: 'Delete Café' })).toBeFocused()

  const held = Promise.withResolvers<void>()
  await page.route(`**/api/journal-entries/${newer.id}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await row(page, 'Café').getByRole('button', { name: 'Delete Café' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Delete tag' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Your tags' })).toBeFocused()
  await expect(page.getByText('0 of 3')).toBeVisible()
  await looks(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  held.resolve()
  await expect(status(page)).toHaveText(
    'You stopped it. 1 of 3 are changed, and the rest still have the tag “Café”.',
  )
  expect(await entryOf(page, older)).toMatchObject({ tags: ['cafe', 'Work'] })
  await page.unrouteAll()
  await continueChange(page)
  await expect(status(page)).toHaveText('The tag “Café” is removed from 2 Connections and 2 drafts.')
  expect(await entryOf(page, older)).toMatchObject({ tags: ['Work'], content: 'The long drive.' })
  await expect(row(page, 'Café')).toHaveCount(0)
  await row(page, 'Work').getByRole('button', { name: 'Delete Work' }).click()
  await expect(dialog(page)).toContainText('Remove the tag from 1 Connection? The Connection stays.')
})

test('A tag changes its spelling alone, and a restart of the page finds what remains', async () => {
  const { page, older } = await writer()
  await page.route(`**/api/journal-entries/${older.id}`, (route) => route.abort())
  await rename(page, 'Café', 'cafés')
  await expect(status(page)).toContainText('1 of 3 are changed')
  await page.unrouteAll()
  await page.reload()
  await hydrated(page)
  await expect(row(page, 'cafés')).toContainText('1 Connection')
  await rename(page, 'cafe', 'CAFÉS')
  await expect(status(page)).toHaveText('The tag is now “cafés” in 1 Connection and 1 draft.')
  await rename(page, 'cafés', 'CAFÉS')
  await expect(status(page)).toHaveText('The tag is now “CAFÉS” in 2 Connections and 2 drafts.')
})

test('With Journal Tagging off, the page says so and shows no tag', async () => {
  const { page } = await writer()
  await page.goto('/dashboard/settings')
  await hydrated(page)
  await page.getByRole('switch', { name: 'Turn on Journal Tagging' }).click()
  await expect(page.getByRole('switch', { name: 'Turn on Journal Tagging' })).not.toBeChecked()
  await page.goto(tagsPage)
  await hydrated(page)
  await expect(page.getByText('Journal Tagging is off, so your tags are hidden.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Café')
  await looks(page)
  await page.getByRole('link', { name: 'Turn it on in Settings' }).click()
  await expect(page.getByRole('switch', { name: 'Turn on Journal Tagging' })).toBeVisible()
})

test('Without scripts the page says that it needs them', async () => {
  const { page } = await area.signUp('/dashboard/settings', { javaScript: false })
  await page.getByRole('switch', { name: 'Turn on Journal Tagging' }).click()
  await page.goto(tagsPage)
  await expect(page.locator('main noscript p')).toBeVisible()
  await expect(page.getByRole('main').getByText('Loading...')).toBeHidden()
})
