import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { filmWords } from '../../src/domains/editorial/film.contract.ts'
import { expectAccessibleLayout } from '../support/a11y-checks.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const { visit } = journey()
const start = (options: VisitOptions = {}) => visit('/', options)
const opener = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
/** The film is decoded in software while other tests run, so it needs more time (milliseconds). */
const patient = { timeout: 20_000 }
const video = (page: Page) =>
  page.locator('video').evaluate(({ paused, currentTime, readyState }: HTMLVideoElement) => ({
    paused,
    begun: currentTime > 0,
    readyState,
  }))

describe.each([
  ['View larger', 'The dashboard'],
  ['Watch the film', 'The film'],
])('The lightbox behind "%s"', (name, title) => {
  test('traps the focus, contains Quick Hide, and returns the focus when it closes', async () => {
    const { page } = await start()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeHidden()
    await opener(page, name).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    const eye = dialog.getByRole('button', { name: /Quick Hide/ })
    await expect(eye).toBeInViewport({ ratio: 1 })
    // Nothing covers it.
    expect(
      await eye.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    ).toBe(true)
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement === document.body || activeElement?.closest('dialog[open]') !== null
      })
      expect(place, `after ${press + 1} presses of Tab`).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener(page, name)).toBeFocused()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('is accessible, and fits on a small screen', async () => {
    const { page } = await start()
    await opener(page, name).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expectAccessibleLayout(page)
  })

  test('opens and closes without JavaScript', async () => {
    const { page } = await start({ javaScript: false })
    await opener(page, name).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Quick Hide/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('The film is loaded and played when its lightbox opens, not before, and stops when it closes', async () => {
  const line = traceNetwork()
  const { page, requests } = await start({ before: line.listen })
  const asked = () =>
    requests.map((request) => new URL(request.url()).pathname).filter((path) => /film\W/.test(path))
  await opener(page, 'Watch the film').scrollIntoViewIfNeeded()
  await line.waitForIdle()
  expect(asked().filter((path) => /\.(?:webm|mp4|vtt)$/.test(path))).toEqual([])
  await opener(page, 'Watch the film').click()
  await expect.poll(() => video(page), patient).toMatchObject({ paused: false, begun: true })
  expect(asked().some((path) => path.endsWith('.webm'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => video(page), patient).toMatchObject({ paused: true })
})

test('The film has captions, and a transcript below it', async () => {
  const { page } = await start()
  await opener(page, 'Watch the film').click()
  const captions = () =>
    page.locator('video').evaluate(({ textTracks }: HTMLVideoElement) => {
      const [track] = textTracks
      return { mode: track?.mode, words: [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text) }
    })
  await expect.poll(captions, patient).toEqual({ mode: 'showing', words: filmWords() })
  await page.getByText('The film in words').click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(filmWords())
})

test('The film is served in byte ranges, so that the player can seek', async () => {
  const { page } = await start()
  const sources = await page
    .locator('video source')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  expect(sources).toHaveLength(2)
  for (const source of sources) {
    const answer = await page.request.get(source ?? '', { headers: { Range: 'bytes=100-199' } })
    expect(answer.status()).toBe(206)
    expect(answer.headers()['content-type']).toMatch(/^video\/(?:webm|mp4)$/)
    expect((await answer.body()).length).toBe(100)
  }
})
