import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { createGate, names, shown } from '../support/glossary-page.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateArea } from '../support/private-area.ts'

const { createUser, signIn, post, visit } = privateArea()

/** Opens a private page before hydration; the returned function lets React load. */
async function early(page: Page, path: string) {
  const late = createGate()
  await page.route('**/assets/*.js', (route) =>
    // Scripts that every page has are not delayed.
    /\/(?:public|passkey|search)-/.test(route.request().url()) ? route.continue() : late.hold(route),
  )
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    late.open()
    await hydrated(page)
  }
}

describe('Before React hydrates', () => {
  test('text typed in the search of Connections is kept and searched after hydration', async () => {
    const { email, otherCookie } = await createUser()
    for (const content of ['A heron by the canal', 'Rain on the roof'])
      await post('/dashboard/connections/new', { content }, otherCookie)
    const { page } = await signIn(email)
    const come = await early(page, '/dashboard/connections')
    await page.getByRole('searchbox', { name: 'Search your connections' }).pressSequentially('heron')
    await come()
    await expect(page.getByRole('status').filter({ hasText: /^1 connection$/ })).toBeVisible()
    await expect(page.locator('[data-items] > li')).toHaveCount(1)
  })

  test('text typed in the search of the glossary is kept and searched after hydration', async () => {
    const { email } = await createUser()
    const { page } = await signIn(email)
    const come = await early(page, '/dashboard/glossary')
    const box = page.getByRole('searchbox', { name: 'Search terms' })
    await box.pressSequentially('gaslig')
    await come()
    await expect(box).toHaveValue('gaslig')
    await expect.poll(async () => (await names(page))[0]).toBe('Gaslighting')
    await expect(shown(page)).toBeVisible()
  })

  test('text typed in the term picker keeps its cursor, and is cleared when the picker is left', async () => {
    const { email } = await createUser()
    const { page } = await signIn(email)
    const box = page.getByRole('combobox', { name: /Linked term/ })
    let come = await early(page, '/dashboard/connections/new')
    await box.pressSequentially('gasliting')
    for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowLeft')
    await come()
    await page.keyboard.press('h')
    await page.keyboard.press('ArrowRight')
    await expect(box).toHaveValue('gaslihting')
    await page.keyboard.press('End')
    await box.fill('gaslighting')
    await page.getByRole('option', { name: 'Gaslighting', exact: true }).click()
    await expect(box).toHaveValue('Gaslighting')

    come = await early(page, '/dashboard/connections/new')
    await box.pressSequentially('gasli')
    await page.getByRole('textbox', { name: 'What do you want to write down?' }).fill('And on')
    await come()
    await expect(page.getByText('Draft saved.')).toBeVisible()
    await expect(box).toHaveValue('')
    await expect(page.getByRole('listbox', { name: 'Terms' })).toBeHidden()
  })

  test('the Delete button of a Connection asks for confirmation', async () => {
    const { email, otherCookie } = await createUser()
    await post('/dashboard/connections/new', { content: 'Still here' }, otherCookie)
    const { page } = await signIn(email, '/dashboard/connections')
    await page.locator('[data-items] a').first().click()
    await expect(page.getByRole('heading', { name: 'Connection Detail' })).toBeVisible()
    const come = await early(page, new URL(page.url()).pathname)
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('region', { name: 'Delete Connection' })
    await expect(question).toBeVisible()
    await expect(page.locator('.entry-text')).toHaveText('Still here')
    await come()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL((url) => url.pathname === '/dashboard/connections')
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
  })
})

test('Every button of a private page works without React: by a form or by a custom element', async () => {
  const { email, otherCookie } = await createUser()
  for (let nth = 0; nth < 21; nth++)
    await post('/dashboard/connections/new', { content: `${nth}` }, otherCookie)
  await post('/dashboard/glossary/gaslighting', { intent: 'save' }, otherCookie)
  const { page } = await signIn(email, '/dashboard/connections')
  const one = (await page.locator('[data-items] a').first().getAttribute('href')) ?? ''
  for (const path of [one, `${one}/edit`, '/dashboard/connections/new']) {
    await page.goto(path)
    await hydrated(page)
    if (path === one) continue
    await page.getByRole('textbox', { name: 'What do you want to write down?' }).fill('Begun')
    await expect(page.getByText('Draft saved.')).toBeVisible()
  }
  const rooms = [
    '',
    '/glossary',
    '/glossary/gaslighting',
    '/favorites',
    '/settings?edit=profile',
    '/coming_soon',
  ]
  const offered = ['/dashboard/connections/new', `${one}/edit`]
  const dead: string[] = []
  for (const path of [
    ...rooms.map((room) => `/dashboard${room}`),
    '/dashboard/connections',
    one,
    ...offered,
  ]) {
    await early(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (offered.includes(path))
      await expect(page.getByRole('link', { name: 'Continue writing' })).toBeVisible()
    const waiting = await page
      .locator('main :is(button, [role=button], [role=option]):visible')
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => {
            const { type, form } = button as HTMLButtonElement
            const ours = button.closest('[commandfor], [aria-disabled=true]')
            const { localName } = button.parentElement?.closest(':not(:is(div, span, p, li, ul))') ?? button
            return !(type === 'submit' && form) && !ours && !localName.includes('-')
          })
          .map((button) => button.outerHTML.slice(0, 120)),
      )
    dead.push(...waiting.map((button) => `${path}: ${button}`))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  expect(dead).toEqual([])
})

describe('Text typed on a public page before its script loads is searched after it loads', () => {
  const late = async (path: string) => {
    const { page } = await visit('/mission')
    const held = createGate()
    await page.route('**/assets/public-*.js', held.hold)
    await page.goto(path, { waitUntil: 'commit' })
    return { page, come: held.open }
  }

  test('in the header search', async () => {
    const { page, come } = await late('/')
    await page.getByRole('banner').getByRole('textbox').pressSequentially('gaslighting')
    come()
    await expect(page.getByRole('option', { name: /^Gaslighting/ })).toBeVisible()
  })

  test('in the glossary search', async () => {
    const { page, come } = await late('/glossary')
    await page.getByRole('searchbox', { name: 'Search terms' }).pressSequentially('gaslighting')
    come()
    await expect.poll(async () => (await names(page))[0]).toBe('Gaslighting')
  })
})
