import type { Page } from 'playwright'
import { beforeAll, test } from 'vitest'
import { budgets, loadedScripts, sumOf } from '../support/baselines.ts'
import { expect } from '../support/journey.ts'
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

let email: string
beforeAll(async () => {
  ;({ email } = await area.createUser())
})
const enter = (options: Parameters<typeof area.signIn>[2] = {}) => area.signIn(email, path, options)
const open = (page: Page, name: string) => page.getByRole('link', { name: `View larger ${name}` })
const picture = (page: Page) => page.locator('.planned-frame svg:not(.icon) use')
const drawn = (page: Page) =>
  picture(page).evaluateAll((uses) => uses.map((use) => Math.round((use as SVGUseElement).getBBox().width)))

test('The sidebar leads to Coming Soon, which shows six roadmap stages and cards of planned features', async () => {
  const { page, errors } = await area.signIn(email)
  await page.locator('.sidebar').getByRole('link', { name: 'Coming Soon' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coming Soon')
  await expect(page).toHaveTitle('Coming Soon')
  const stages = page.getByRole('region', { name: 'Roadmap' }).locator('ol > li')
  const shown = await stages.evaluateAll((items) =>
    items.map((item) => [
      item.querySelector('h3')?.firstChild?.textContent,
      [...item.querySelectorAll('ul li')].map(({ firstChild }) => firstChild?.textContent?.trim()),
    ]),
  )
  expect(Object.fromEntries(shown)).toEqual(roadmap)
  // Only existing features are marked "Here now", whatever their stage.
  await expect(stages.locator('li', { hasText: 'Here now' })).toHaveText([
    'Safe Mode Quick Hide Here now',
    'Glossary, journaling and favorites Here now',
    'Public glossary Here now',
    'Free tier with favorites Here now',
  ])
  await expect(page.locator('[aria-current=step]')).toContainText('Beta')
  const cards = page.getByRole('region', { name: 'Planned features' }).getByRole('heading', { level: 3 })
  await expect(cards.first()).toHaveText('Word cloud')
  expect(await cards.count()).toBeGreaterThan(5)
  // A picture blocked by the content security policy would be missing, with an error in the console.
  await expect.poll(() => drawn(page)).toEqual([936, 936])
  expect(errors).toEqual([])
})

test.each([360, 1280])(
  'At %i px a picture on Coming Soon opens in a large view by keyboard or pointer, and returns focus when it closes',
  async (width) => {
    const { page, errors } = await enter({ width })
    for (const name of ['Word cloud', 'Mind map']) {
      await open(page, name).press('Enter')
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog.getByRole('img', { name: /sample Connections/ })).toBeVisible()
      await expect(dialog.getByText('Planned. Drawn from made-up sample data.')).toBeVisible()
      await expect(dialog.getByRole('button', { name: /Quick Hide/ })).toBeInViewport()
      await dialog.getByRole('button', { name: 'Close' }).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(open(page, name)).toBeFocused()
    }
    const picture = page.locator('.planned-frame > svg').last()
    const small = await picture.boundingBox()
    await picture.click({ position: { x: 20, y: 20 }, force: true })
    const large = await page.getByRole('dialog', { name: 'Mind map' }).getByRole('img').boundingBox()
    expect(large?.height).toBeGreaterThan((small?.height ?? 0) * 1.5)
    // Escape is pressed only once: twice leaves the site.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(open(page, 'Mind map')).toBeFocused()
    expect(errors).toEqual([])
  },
)

test('The pictures on Coming Soon use the colors of the chosen theme, whatever the system setting', async () => {
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

test('Without JavaScript Coming Soon is complete, and a picture opens as an immutable SVG file', async () => {
  const { page } = await enter({ javaScript: false })
  await expect(page.getByRole('heading', { name: 'Roadmap' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^A cloud of words/ })).toBeVisible()
  const [answer] = await Promise.all([page.waitForResponse(/\.svg/), open(page, 'Word cloud').click()])
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cache-control': 'public, max-age=31536000, immutable',
  })
  await expect(page.locator('svg text').first()).toBeVisible()
})

test('Coming Soon loads at most 190 kB of scripts', async () => {
  const line = traceNetwork()
  const { page } = await enter({ before: line.listen })
  await line.waitForIdle()
  const bytes = sumOf(await loadedScripts(page))
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(budgets.privateArea.script)
})
