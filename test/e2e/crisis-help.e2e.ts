import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessibleLayout } from '../support/a11y-checks.ts'
import { expectAccessible } from '../support/browser.ts'
import { items, box as listBox } from '../support/glossary-page.ts'
import { box, countRequests, indexPath, list, options, suggestPath } from '../support/header-search.ts'
import { journey, see } from '../support/journey.ts'
import { privateArea } from '../support/private-area.ts'

const { visit } = journey()
const { createUser, signIn } = privateArea()

const heading = 'You can reach someone now'
const inHeader = (page: Page) => page.getByRole('banner').getByRole('region', { name: heading })
const inPage = (page: Page) => page.getByRole('main').getByRole('region', { name: heading })
const hrefs = (card: ReturnType<typeof inPage>) =>
  card.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** What is called or texted by one tap, by danger, and then more of it. */
const forOwnLife = ['tel:911', 'tel:999', 'tel:988', 'sms:988', 'tel:116123', '/resources']
const forViolence = ['tel:911', 'tel:999', 'tel:8007997233', 'tel:08082000247', '/resources']

const texts = [
  ['I want to kill myself', forOwnLife],
  ['he strangled me', forViolence],
] as const

describe('The header search', () => {
  test.each(texts)(
    'for %j shows numbers above the results, and tells the server nothing of it',
    async (text, numbers) => {
      const visited = await visit('/mission')
      const { page, requests } = visited
      await box(page).pressSequentially(text)
      await see(inHeader(page)).toBeVisible()
      await see(options(page).first()).toBeVisible()
      await expect.poll(() => hrefs(inHeader(page))).toEqual(numbers)
      const [card, results] = await Promise.all([inHeader(page).boundingBox(), list(page).boundingBox()])
      expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(results?.y ?? 0)
      await see(page.getByRole('banner').getByRole('alert')).toHaveText(heading)
      // As for any other text: its module, the index, and the search of what this device cannot tell.
      const script = await page.locator('script[data-search]').getAttribute('data-search')
      const asked = requests.map((request) => new URL(request.url()).pathname)
      const since = asked.slice(asked.indexOf(script ?? ''))
      expect(since.filter((path) => ![script, indexPath, suggestPath].includes(path))).toEqual([])
      await expectAccessible(page)
    },
  )

  test.each(['kill the mood', 'character assassination', 'silent'])(
    'for %j shows results alone',
    async (text) => {
      const { page } = await visit('/mission')
      await box(page).fill(text)
      await see(options(page).first()).toBeVisible()
      await see(inHeader(page)).toBeHidden()
    },
  )

  test('changes with the text, and is gone with it', async () => {
    const { page } = await visit('/mission')
    await box(page).fill('kill myself')
    await see(inHeader(page).locator('[href="tel:988"]')).toBeVisible()
    await box(page).fill('he will kill me')
    await see(inHeader(page).locator('[href="tel:8007997233"]')).toBeVisible()
    await see(inHeader(page).locator('[href="tel:988"]')).toHaveCount(0)
    await box(page).fill('silent')
    await see(options(page).first()).toBeVisible()
    await see(inHeader(page)).toBeHidden()
  })

  test('lets the Tab key into the numbers, and out of them', async () => {
    const { page } = await visit('/mission')
    await box(page).fill('kill myself')
    await see(inHeader(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await see(page.getByRole('button', { name: 'Search', exact: true }).first()).toBeFocused()
    for (const href of forOwnLife) {
      await page.keyboard.press('Tab')
      await see(inHeader(page).locator(`[href="${href}"]`)).toBeFocused()
      await see(inHeader(page)).toBeVisible()
    }
    await box(page).focus()
    await box(page).press('ArrowDown')
    await see(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+Tab')
    await see(list(page)).toBeHidden()
  })

  test('leads to Resources where neither the index nor the server answers', async () => {
    const visited = await visit('/mission', {
      before: (page) => page.route(/api\/terms\/(?:index|suggest)/, (route) => route.abort()),
    })
    await box(visited.page).pressSequentially('kill myself')
    await see(inHeader(visited.page)).toBeVisible()
    expect(await hrefs(inHeader(visited.page))).toEqual(['/resources'])
    expect(countRequests(visited, suggestPath)).toBeLessThanOrEqual(1)
  })

  test.each([
    [360, 'light'],
    [360, 'dark'],
    [1280, 'dark'],
  ] as const)('is whole at %i px, %s', async (width, colorScheme) => {
    const { page } = await visit('/mission', { width, height: 700, colorScheme })
    await box(page).fill('he raped me')
    await see(inHeader(page).locator('a[href^="tel:"]')).toHaveCount(6)
    for (const link of await inHeader(page).getByRole('link').all()) {
      await see(link).toBeInViewport({ ratio: 1 })
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page)
  })
})

describe('The list of terms', () => {
  test.each(texts)('without JavaScript has numbers above what %j finds', async (text, numbers) => {
    const { page } = await visit(`/glossary?${new URLSearchParams({ search: text })}`, { javaScript: false })
    expect(await hrefs(inPage(page))).toEqual(numbers)
    const [card, first] = await Promise.all([inPage(page).boundingBox(), items(page).first().boundingBox()])
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0)
  })

  test('has them above nothing found and above a text that is too long', async () => {
    for (const text of ['kms', `kill myself ${'x'.repeat(200)}`]) {
      const { page } = await visit(`/glossary?${new URLSearchParams({ search: text })}`)
      await see(inPage(page)).toBeVisible()
    }
  })

  test('has none for other searches, and none without one', async () => {
    for (const path of ['/glossary', '/glossary?search=character+assassination']) {
      const { page } = await visit(path)
      await see(items(page).first()).toBeVisible()
      await see(inPage(page)).toHaveCount(0)
    }
  })

  test.each([
    [360, 'light'],
    [360, 'dark'],
    [1280, 'light'],
  ] as const)('shows and says them while one types, at %i px, %s', async (width, colorScheme) => {
    const { page } = await visit('/glossary', { width, height: 800, colorScheme })
    await listBox(page).fill('i think he is going to kill me')
    await see(inPage(page)).toBeVisible()
    await see(inPage(page).getByRole('alert')).toHaveText(heading)
    // On a phone nothing stands between the box and them but the menus.
    await see(inPage(page).getByRole('link', { name: '911' })).toBeInViewport({ ratio: 1 })
    await expectAccessibleLayout(page)
    await listBox(page).fill('silent')
    await see(items(page).first()).toContainText('Silent')
    await see(inPage(page)).toHaveCount(0)
  })

  test('has them in the dashboard and in its header, and the address says nothing of it', async () => {
    const { email } = await createUser()
    const { page } = await signIn(email, '/dashboard/glossary')
    await listBox(page).fill('he strangled me')
    await see(inPage(page)).toBeVisible()
    expect(await hrefs(inPage(page))).toEqual(forViolence)
    await see(inPage(page).getByRole('alert')).toHaveText(heading)
    expect(page.url()).not.toContain('strangled')
    await expectAccessible(page)
    await listBox(page).fill('')
    await see(inPage(page)).toHaveCount(0)
    await box(page).fill('kill myself')
    await see(inHeader(page)).toBeVisible()
    await expect.poll(() => hrefs(inHeader(page))).toEqual(forOwnLife)
  })

  test('has them in the header of the demo', async () => {
    const { page } = await visit('/demo/glossary', {
      before: (page) => page.addInitScript(() => localStorage.setItem('unfogDemoTourDismissed', 'true')),
    })
    await see(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
    await box(page).fill('he strangled me')
    await see(inHeader(page)).toBeVisible()
    await expect.poll(() => hrefs(inHeader(page))).toEqual(forViolence)
  })
})

describe('The page of a heavy term', () => {
  test.each([
    ['suicidal-ideation', forOwnLife],
    ['strangulation', forViolence],
  ])('carries the numbers: %s', async (slug, numbers) => {
    const { page } = await visit(`/glossary/${slug}`, { width: 360, javaScript: false })
    expect(await hrefs(inPage(page))).toEqual(numbers)
  })

  test('does not lead on to another one, nor does any other page', async () => {
    const { page } = await visit('/glossary/suicidal-ideation')
    const around = page.getByRole('navigation', { name: 'Terms before and after' })
    await see(around.getByRole('link')).toHaveCount(2)
    await see(around.getByRole('link', { name: /Suicide Threats/ })).toHaveCount(0)
    await expectAccessibleLayout(page)
  })

  test('carries them in the dashboard, and no other term does', async () => {
    const { email } = await createUser()
    const { page } = await signIn(email, '/dashboard/glossary/self-harm')
    expect(await hrefs(inPage(page))).toEqual(forOwnLife)
    await page.goto('/dashboard/glossary/gaslighting')
    await see(page.getByRole('heading', { level: 1, name: 'Gaslighting' })).toBeVisible()
    await see(inPage(page)).toHaveCount(0)
  })
})
