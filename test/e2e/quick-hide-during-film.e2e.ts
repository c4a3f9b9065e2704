import type { Page } from 'playwright'
import { test } from 'vitest'
import { expect } from '../support/journey.ts'
import { escapeTwice, quickHideSite, remainingContent } from '../support/quick-hide.ts'

const quickHide = quickHideSite()

/** The film is decoded in software while other tests run, so it needs more time (milliseconds). */
const patient = { timeout: 20_000 }
const playing = (page: Page) =>
  page.locator('video').evaluate((film: HTMLVideoElement) => !film.paused && film.currentTime > 0)

/** The home page with its film playing. The handle to the film stays valid after the page is blank. */
async function watch() {
  const page = await quickHide.visit('/')
  await page.getByRole('button', { name: 'Watch the film' }).click()
  await expect.poll(() => playing(page), patient).toBe(true)
  const film = await page.evaluateHandle(() => document.querySelector('video') as HTMLVideoElement)
  return { page, film }
}

test('Quick Hide in the lightbox stops the film and removes it from the page', async () => {
  // With destinations that open no page, the blank page stays open for the checks.
  Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
  const { page, film } = await watch()
  await page.evaluate(() => document.querySelector<HTMLElement>('dialog[open] quick-hide button')?.click())
  expect(await film.evaluate((film) => film.paused)).toBe(true)
  const { text, markup } = await remainingContent(page)
  expect(text).toBe('LoadingLoading')
  expect(markup).not.toMatch(/video|film/i)
})

test('ESC closes the lightbox, and ESC twice leaves the site', async () => {
  const { page, film } = await watch()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => film.evaluate((film) => film.paused)).toBe(true)
  await page.waitForTimeout(1_100)
  await page.getByRole('button', { name: 'Watch the film' }).click()
  await expect.poll(() => playing(page), patient).toBe(true)
  await escapeTwice(page)
  await page.waitForURL(quickHide.site.recipes)
})
