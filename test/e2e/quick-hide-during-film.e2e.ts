import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { escapeTwice, quickHideSite, remainingContent, see } from '../support/quick-hide.ts'

const quickHide = quickHideSite()

/** A film is decoded by the processor here, which has other tests to do (milliseconds). */
const patient = { timeout: 20_000 }
const playing = (page: Page) =>
  page.locator('video').evaluate((film: HTMLVideoElement) => !film.paused && film.currentTime > 0)

/** The start page with its film playing, which is still there to be asked after the page is empty. */
async function watch() {
  const page = await quickHide.visit('/')
  await page.getByRole('button', { name: 'Watch the film' }).click()
  await expect.poll(() => playing(page), patient).toBe(true)
  const film = await page.evaluateHandle(() => document.querySelector('video') as HTMLVideoElement)
  return { page, film }
}

test('The eye in the lightbox stops the film and leaves nothing of it', async () => {
  // Destinations that open no page leave ours to be looked at for as long as it takes.
  Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
  const { page, film } = await watch()
  await page.evaluate(() => document.querySelector<HTMLElement>('dialog[open] quick-hide button')?.click())
  expect(await film.evaluate((film) => film.paused)).toBe(true)
  const { text, markup } = await remainingContent(page)
  expect(text).toBe('LoadingLoading')
  expect(markup).not.toMatch(/video|film/i)
})

test('ESC closes the lightbox, and ESC twice leaves', async () => {
  const { page, film } = await watch()
  await page.keyboard.press('Escape')
  await see(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => film.evaluate((film) => film.paused)).toBe(true)
  await page.waitForTimeout(1_100)
  await page.getByRole('button', { name: 'Watch the film' }).click()
  await expect.poll(() => playing(page), patient).toBe(true)
  await escapeTwice(page)
  await page.waitForURL(quickHide.site.recipes)
})
