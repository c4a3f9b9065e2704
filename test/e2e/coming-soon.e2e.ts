import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { budgets, loadedScripts, sumOf } from '../support/baselines.ts'
import { expectAccessible } from '../support/browser.ts'
import { see } from '../support/journey.ts'
import { privateArea } from '../support/private-area.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const area = privateArea()
const path = '/dashboard/coming-soon'

/** Specification point 1, "Roadmap stages". */
const roadmap = {
  Beta: [
    'Safe Mode Quick Hide',
    'Glossary, journaling and favorites',
    'Suggest new terms',
    'Personalization with email reminders',
  ],
  Launch: ['Public glossary', 'Free tier with favorites', 'Premium tier with journaling'],
  Community: [
    'Share Connections with personal information stripped',
    'Ranked and favorited community connections',
  ],
  Apps: ['Native mobile and desktop apps', 'Offline journal access', 'Sync across web and app'],
  'AI Tools': ['Pattern recognition', 'Pattern summaries', 'Community-voted features'],
  Products: ['Printed glossary', 'Printed journal'],
}

async function enter(options: Parameters<typeof area.signIn>[2] = {}) {
  const { email } = await area.createUser()
  return area.signIn(email, path, options)
}
const open = (page: Page, name: string) => page.getByRole('link', { name: `View larger ${name}` })
const picture = (page: Page) => page.locator('.planned-frame svg:not(.icon) use')
const drawn = (page: Page) =>
  picture(page).evaluateAll((uses) => uses.map((use) => Math.round((use as SVGUseElement).getBBox().width)))

test('What comes is reached from the sidebar, in six stages, and what is planned in cards', async () => {
  const { email } = await area.createUser()
  const { page, errors } = await area.signIn(email)
  await page.locator('.sidebar').getByRole('link', { name: 'Coming Soon' }).click()
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Coming Soon')
  await see(page).toHaveTitle('Coming Soon')
  const stages = page.getByRole('region', { name: 'Roadmap' }).locator('ol > li')
  const shown = await stages.evaluateAll((items) =>
    items.map((item) => [
      item.querySelector('h3')?.firstChild?.textContent,
      [...item.querySelectorAll('ul li')].map(({ firstChild }) => firstChild?.textContent?.trim()),
    ]),
  )
  expect(Object.fromEntries(shown)).toEqual(roadmap)
  // What is there is not announced, whatever its stage, and what is not there does not look so.
  await see(stages.locator('li', { hasText: 'Here now' })).toHaveText([
    'Safe Mode Quick Hide Here now',
    'Glossary, journaling and favorites Here now',
    'Public glossary Here now',
    'Free tier with favorites Here now',
  ])
  await see(page.locator('[aria-current=step]')).toContainText('Beta')
  const cards = page.getByRole('region', { name: 'Planned features' }).getByRole('heading', { level: 3 })
  await see(cards.first()).toHaveText('Word cloud')
  expect(await cards.count()).toBeGreaterThan(5)
  // What the page's policy refused would not be there, and its refusal in the console.
  await expect.poll(() => drawn(page)).toEqual([936, 936])
  expect(errors).toEqual([])
})

describe.each([360, 1280])('%i px wide', (width) => {
  test('a picture opens in a large view with Close, by keyboard, and leads back', async () => {
    const { page, errors } = await enter({ width })
    for (const name of ['Word cloud', 'Mind map']) {
      await open(page, name).press('Enter')
      const dialog = page.getByRole('dialog', { name })
      await see(dialog.getByRole('img', { name: /sample Connections/ })).toBeVisible()
      await see(dialog.getByText('Planned. Drawn from made-up sample data.')).toBeVisible()
      await see(dialog.getByRole('button', { name: /Quick Hide/ })).toBeInViewport()
      await dialog.getByRole('button', { name: 'Close' }).press('Enter')
      await see(dialog).toHaveCount(0)
      await see(open(page, name)).toBeFocused()
    }
    // Once: twice leaves the site.
    await page.keyboard.press('Enter')
    await see(page.getByRole('dialog', { name: 'Mind map' })).toBeVisible()
    await page.keyboard.press('Escape')
    await see(page.getByRole('dialog')).toHaveCount(0)
    await see(open(page, 'Mind map')).toBeFocused()
    expect(errors).toEqual([])
  })

  test('the picture itself opens it, larger than it was', async () => {
    const { page } = await enter({ width })
    const small = await page.locator('.planned-frame > svg').last().boundingBox()
    await page
      .locator('.planned-frame > svg')
      .last()
      .click({ position: { x: 20, y: 20 }, force: true })
    const large = await page.getByRole('dialog', { name: 'Mind map' }).getByRole('img').boundingBox()
    expect(large?.height).toBeGreaterThan((small?.height ?? 0) * 1.5)
  })

  test('it breaks no rule of accessibility, in both themes, and nothing reaches beyond the window', async () => {
    const { page } = await enter({ width })
    const look = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
    }
    await look()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
    await open(page, 'Mind map').click()
    await see(page.getByRole('dialog')).toBeVisible()
    await look()
  })
})

test('The pictures have the colors of the theme that was chosen here, whatever the system says', async () => {
  const { page } = await enter()
  await page.emulateMedia({ colorScheme: 'light' })
  const pixel = async () => {
    const shot = await page.locator('.planned-frame > svg').first().screenshot()
    return page.evaluate(
      async (bytes) => {
        const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
        const context = new OffscreenCanvas(1, 1).getContext('2d')
        context?.drawImage(image, -15, -15)
        return [...(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [])]
      },
      [...shot],
    )
  }
  expect(Math.min(...(await pixel()))).toBeGreaterThan(200)
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(Math.max(...(await pixel()))).toBeLessThan(60)
})

test('Without JavaScript it is all there, and a picture opens as a file that is kept for good', async () => {
  const { page } = await enter({ javaScript: false })
  await see(page.getByRole('heading', { name: 'Roadmap' })).toBeVisible()
  await see(page.getByRole('img', { name: /^A cloud of words/ })).toBeVisible()
  const [answer] = await Promise.all([page.waitForResponse(/\.svg/), open(page, 'Word cloud').click()])
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cache-control': 'public, max-age=31536000, immutable',
  })
  await see(page.locator('svg text').first()).toBeVisible()
})

test('It brings at most 190 kB of scripts', async () => {
  const line = traceNetwork()
  const { page } = await enter({ before: line.listen })
  await page.reload()
  await line.waitForIdle()
  const bytes = sumOf(await loadedScripts(page))
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(budgets.privateArea.script)
})
