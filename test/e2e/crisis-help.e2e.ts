import type { Page } from 'playwright'
import { beforeAll, describe, inject, test } from 'vitest'
import { expectAccessibleLayout } from '../support/a11y-checks.ts'
import { expectAccessible } from '../support/browser.ts'
import { items, box as listBox } from '../support/glossary-page.ts'
import { box, countRequests, indexPath, list, options, suggestPath } from '../support/header-search.ts'
import { expect, journey } from '../support/journey.ts'
import { privateArea } from '../support/private-area.ts'

const address = inject('address')
const { visit } = journey()
const { createUser, signIn } = privateArea()

const heading = 'You can reach someone now'
const inHeader = (page: Page) => page.getByRole('banner').getByRole('region', { name: heading })
const inPage = (page: Page) => page.getByRole('main').getByRole('region', { name: heading })
const hrefs = (card: ReturnType<typeof inPage>) =>
  card.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** The first links of the card in the US, by kind of danger. */
const forOwnLife = ['tel:911', 'tel:988', 'sms:988', 'https://988lifeline.org/']
const forViolence = ['tel:911', 'tel:8007997233', 'sms:88788?body=START', 'https://www.thehotline.org/']
/** Those without JavaScript must be among them, since the country is unknown. */
const inBothCountries = {
  ownLife: ['tel:911', 'tel:988', 'sms:988', 'tel:999', 'tel:116123', '/resources'],
  violence: ['tel:911', 'tel:8007997233', 'tel:999', 'tel:08082000247', '/resources'],
}
const expectFirst = (card: ReturnType<typeof inPage>, links: readonly string[]) =>
  expect.poll(async () => (await shownHrefs(card)).slice(0, links.length)).toEqual(links)
/** Without the plain list that the element replaces. */
const shownHrefs = (card: ReturnType<typeof inPage>) =>
  card
    .getByRole('link')
    .and(card.locator(':visible'))
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

const texts = [
  ['I want to kill myself', forOwnLife, inBothCountries.ownLife],
  ['he strangled me', forViolence, inBothCountries.violence],
] as const

describe('The header search', () => {
  test.each(texts)(
    'for %j shows crisis numbers above the results, and sends no additional request',
    async (text, numbers) => {
      const visited = await visit('/mission')
      const { page, requests } = visited
      await box(page).pressSequentially(text)
      await expect(inHeader(page)).toBeVisible()
      await expect(options(page).first()).toBeVisible()
      await expectFirst(inHeader(page), numbers)
      expect((await hrefs(inHeader(page))).at(-1)).toBe('/resources')
      const [card, results] = await Promise.all([inHeader(page).boundingBox(), list(page).boundingBox()])
      expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(results?.y ?? 0)
      await expect(page.getByRole('banner').getByRole('alert')).toHaveText(heading)
      // Only the requests of any search: its script, the phrases of danger, the index, and the suggestions of the server.
      const script = await page.locator('script[data-search]').getAttribute('data-search')
      const asked = requests.map((request) => new URL(request.url()).pathname)
      const since = asked.slice(asked.indexOf(script ?? ''))
      const ofAnySearch = since.filter(
        (path) => [script, indexPath, suggestPath].includes(path) || path.includes('/crisis-data.'),
      )
      expect(since).toEqual(ofAnySearch)
    },
  )

  test('shows results without crisis numbers for a harmless text', async () => {
    const { page } = await visit('/mission')
    for (const text of ['kill the mood', 'character assassination', 'silent']) {
      await box(page).fill('')
      await expect(list(page)).toBeHidden()
      await box(page).fill(text)
      await expect(options(page).first()).toBeVisible()
      await expect(inHeader(page)).toBeHidden()
    }
  })

  test('changes the crisis numbers with the text, and hides them for a harmless text', async () => {
    const { page } = await visit('/mission')
    await box(page).fill('kill myself')
    await expect(inHeader(page).locator('[href="tel:988"]')).toBeVisible()
    await box(page).fill('he will kill me')
    await expect(inHeader(page).locator('[href="tel:8007997233"]')).toBeVisible()
    await expect(inHeader(page).locator('[href="tel:988"]')).toHaveCount(0)
    await box(page).fill('silent')
    await expect(options(page).first()).toBeVisible()
    await expect(inHeader(page)).toBeHidden()
  })

  test('lets the Tab key move into the crisis numbers, and Shift+Tab leave the results', async () => {
    const { page } = await visit('/mission')
    await box(page).fill('kill myself')
    await expect(inHeader(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Search', exact: true }).first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(inHeader(page).getByRole('button', { name: 'Quick Hide' })).toBeFocused()
    for (const href of forOwnLife) {
      await page.keyboard.press('Tab')
      await expect(inHeader(page).locator(`[href="${href}"]`)).toBeFocused()
      await expect(inHeader(page)).toBeVisible()
    }
    await box(page).focus()
    await expect(options(page).first()).toBeVisible()
    await box(page).press('ArrowDown')
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+Tab')
    await expect(list(page)).toBeHidden()
  })

  test('shows crisis numbers when neither the index nor the server responds', async () => {
    const visited = await visit('/mission', {
      before: (page) => page.route(/api\/terms\/(?:index|suggest)/, (route) => route.abort()),
    })
    await box(visited.page).pressSequentially('kill myself')
    await expectFirst(inHeader(visited.page), forOwnLife)
    expect(countRequests(visited, suggestPath)).toBeLessThanOrEqual(1)
  })

  test('shows crisis numbers when the first term that a sentence finds is about a danger', async () => {
    const text = 'my teacher kisses me he says its our secret im 13'
    const { page } = await visit('/mission')
    await box(page).fill(text)
    await expect(options(page).first()).toContainText('Child Sexual Abuse')
    await expectFirst(inHeader(page), ['tel:911', 'tel:18004224453'])
    await page.goto(`/glossary?${new URLSearchParams({ search: text })}`)
    await expectFirst(inPage(page), ['tel:911', 'tel:18004224453'])
  })

  test('shows crisis numbers for the worst words when the phrases do not load', async () => {
    const { page } = await visit('/mission', {
      before: (page) => page.route(/crisis-data/, (route) => route.abort()),
    })
    await box(page).pressSequentially('he strangled me')
    await expectFirst(inHeader(page), ['tel:911'])
    await box(page).fill('silent')
    await expect(options(page).first()).toBeVisible()
    await expect(inHeader(page)).toBeHidden()
  })

  test('shows the numbers of the country of the device, or of another one, which it remembers', async () => {
    const { page, requests } = await visit('/mission', { timeZone: 'Europe/London' })
    await box(page).fill('he strangled me')
    await expectFirst(inHeader(page), ['tel:999', 'tel:08082000247'])
    const before = requests.length
    await inHeader(page).getByLabel('Numbers for').selectOption('Ireland')
    await expectFirst(inHeader(page), ['tel:112', 'tel:1800341900'])
    expect(requests.slice(before)).toEqual([])
    await page.goto('/glossary/strangulation')
    await expectFirst(inPage(page), ['tel:112', 'tel:1800341900'])
    await expect(inPage(page).getByLabel('Numbers for')).toHaveValue('IE')
  })

  test('shows all crisis numbers fully on the screen, at least 44 px high, and accessible', async () => {
    const { page } = await visit('/mission', { width: 1280, height: 700 })
    await box(page).fill('he raped me')
    for (const [width, height, colorScheme] of [
      [1280, 700, 'light'],
      [360, 700, 'dark'],
      [320, 256, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await expect(inHeader(page).locator('[href="tel:18006564673"]')).toBeVisible()
      await inHeader(page).evaluate((card) => card.scrollTo(0, 0))
      // The emergency number without scrolling.
      await expect(inHeader(page).locator('[href="tel:911"]')).toBeInViewport({ ratio: 1 })
      for (const link of await inHeader(page).getByRole('link').all()) {
        await link.scrollIntoViewIfNeeded()
        // Scrolling stops at fractions of a pixel.
        await expect(link).toBeInViewport({ ratio: 0.95 })
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
      await expectAccessible(page)
    }
  })
})

describe('The list of terms', () => {
  const listFor = (search: string) => `/glossary?${new URLSearchParams({ search })}`

  test.each(texts)(
    'shows crisis numbers above the results for %j without JavaScript',
    async (text, _, numbers) => {
      const { page } = await visit(listFor(text), { javaScript: false })
      expect(await hrefs(inPage(page))).toEqual(expect.arrayContaining([...numbers]))
      const [card, first] = await Promise.all([inPage(page).boundingBox(), items(page).first().boundingBox()])
      expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0)
    },
  )

  test('shows crisis numbers when nothing is found and when the text is too long, not for other searches', async () => {
    const { page } = await visit(listFor('kms'), { javaScript: false })
    await expect(inPage(page)).toBeVisible()
    await page.goto(listFor(`kill myself ${'x'.repeat(200)}`))
    await expect(inPage(page)).toBeVisible()
    for (const path of ['/glossary', listFor('character assassination')]) {
      await page.goto(path)
      await expect(items(page).first()).toBeVisible()
      await expect(inPage(page)).toHaveCount(0)
    }
  })

  test('shows and announces crisis numbers while a visitor types', async () => {
    const { page } = await visit('/glossary')
    await listBox(page).fill('i think he is going to kill me')
    await expect(inPage(page).getByRole('alert')).toHaveText(heading)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      // On a phone only the menus are between the search box and the numbers.
      await expect(inPage(page).getByRole('link', { name: 'Call 911' })).toBeInViewport({ ratio: 1 })
    }
    await expectAccessibleLayout(page)
    await listBox(page).fill('silent')
    await expect(items(page).first()).toContainText('Silent')
    await expect(inPage(page)).toHaveCount(0)
  })

  test('shows crisis numbers in the header of the demo', async () => {
    const { page } = await visit('/demo/glossary', {
      before: (page) => page.addInitScript(() => localStorage.setItem('unfogDemoTourDismissed', 'true')),
    })
    await expect(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
    await box(page).fill('he strangled me')
    await expect(inHeader(page)).toBeVisible()
    await expectFirst(inHeader(page), forViolence)
  })
})

describe('The page of a crisis-related term', () => {
  test.each([
    ['suicidal-ideation', inBothCountries.ownLife],
    ['strangulation', inBothCountries.violence],
  ])('shows crisis numbers: %s', async (slug, numbers) => {
    const { page } = await visit(`/glossary/${slug}`, { width: 360, javaScript: false })
    expect(await hrefs(inPage(page))).toEqual(expect.arrayContaining(numbers))
  })

  test('prints crisis numbers, without what a finger would press', async () => {
    const { page } = await visit('/glossary/strangulation')
    await expectFirst(inPage(page), forViolence)
    await page.emulateMedia({ media: 'print' })
    await expect(inPage(page).getByRole('link', { name: 'Call 911' })).toBeVisible()
    await expect(inPage(page).getByLabel('Numbers for')).toBeHidden()
    await expect(inPage(page).getByRole('button')).toBeHidden()
  })

  test('shows the numbers of the chosen country in Safe Mode, also after another page', async () => {
    const { page } = await visit('/glossary/strangulation', {
      before: (page) =>
        page.context().addCookies([
          {
            name: '__Host-view',
            value: '1',
            url: address.replace('http:', 'https:'),
            secure: true,
            httpOnly: true,
          },
        ]),
    })
    // Safe Mode hides the address.
    await page.waitForURL('/')
    await expectFirst(inPage(page), forViolence)
    await inPage(page).getByLabel('Numbers for').selectOption('Australia')
    await expectFirst(inPage(page), ['tel:000', 'tel:1800737732'])
    await page.reload()
    await expectFirst(inPage(page), ['tel:000', 'tel:1800737732'])
  })

  test('does not link to another crisis-related term as its neighbor', async () => {
    const { page } = await visit('/glossary/suicidal-ideation')
    const around = page.getByRole('navigation', { name: 'Terms before and after' })
    await expect(around.getByRole('link')).toHaveCount(2)
    await expect(around.getByRole('link', { name: /Suicide Threats/ })).toHaveCount(0)
    await expectAccessibleLayout(page)
  })
})

describe('The dashboard', () => {
  let email: string
  beforeAll(async () => {
    ;({ email } = await createUser())
  })

  test('shows crisis numbers in its list of terms and its header, and keeps the text out of the URL', async () => {
    const { page } = await signIn(email, '/dashboard/glossary')
    await listBox(page).fill('he strangled me')
    await expect(inPage(page)).toBeVisible()
    await expectFirst(inPage(page), forViolence)
    await expect(inPage(page).getByRole('alert')).toHaveText(heading)
    expect(page.url()).not.toContain('strangled')
    await expectAccessible(page)
    await listBox(page).fill('')
    await expect(inPage(page)).toHaveCount(0)
    await box(page).fill('kill myself')
    await expect(inHeader(page)).toBeVisible()
    await expectFirst(inHeader(page), forOwnLife)
  })

  test('shows crisis numbers on the page of a crisis-related term, not of another one', async () => {
    const { page } = await signIn(email, '/dashboard/glossary/self-harm')
    await expectFirst(inPage(page), forOwnLife)
    await page.goto('/dashboard/glossary/gaslighting')
    await expect(page.getByRole('heading', { level: 1, name: 'Gaslighting' })).toBeVisible()
    await expect(inPage(page)).toHaveCount(0)
  })
})
