import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from './browser.ts'

/** What reaches beyond the right edge, when the page can be scrolled sideways. */
export function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 100))
  })
}

/** What a reader may set who needs more room between lines, letters and words (WCAG 1.4.12). */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`

/** What is wider than the window, and what spills over the edge of its box, with that room. */
export async function overflowsWithTextSpacing(page: Page): Promise<string[]> {
  const applyCss = (css: string) =>
    page.evaluate((css) => {
      // The page's policy lets nothing else add rules to it.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, css)
  await applyCss(textSpacing)
  const wide = [...(await overflowingElements(page)), ...(await overflowingBoxes(page))]
  await applyCss('')
  return wide
}

/** Targets below 24 px (WCAG 2.5.8); links within a sentence are excepted there, and a label counts with its box. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, summary')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => !(getComputedStyle(target).display === 'inline' && target.closest('p')))
      .filter((target) => !target.matches('.visually-hidden:not(:focus)'))
      .flatMap((target) => {
        const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
        return width < 24 || height < 24 ? [`${width} x ${height}: ${target.outerHTML.slice(0, 120)}`] : []
      }),
  )
}

/** What each card, sheet or dialog holds and does not hold within itself: words over its edge are no scrolling of the page. */
function overflowingBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.card, .counts > *, .empty, .settings-rows > *, dialog[open]')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => box.outerHTML.slice(0, 100)),
  )
}

/**
 * Fields that leave it to the browser whether it keeps what is typed, to restore it. Firefox writes that into its own files every
 * few seconds, and asks each field alone: what its form says counts for Chromium only (docs/decisions/025).
 */
export function fieldsWithoutAutocomplete(page: Page): Promise<string[]> {
  const fields =
    'textarea:not([autocomplete=off]), input:not([autocomplete], [type=hidden], [type=checkbox], [type=radio], [disabled])'
  return page.evaluate(
    (fields) => [...document.querySelectorAll(fields)].map((field) => field.outerHTML.slice(0, 120)),
    fields,
  )
}

/** Fields with letters below 16 px: Safari on iPhone brings the page nearer when one is touched, and leaves it wider than the screen. */
function fieldsCausingZoom(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea',
      ),
    ]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120)),
  )
}

/** The rules of axe that a theme can break. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** No rule of accessibility is broken, in the light theme or the dark one. */
export async function expectAccessibleInBothThemes(page: Page, except?: readonly string[]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, undefined, except)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, colorRules)
}

/**
 * Looks at a page as it stands, on a phone and on a desk: no rule of accessibility is broken, no target is below 24 px, and
 * nothing is wider than its place, not at 400% either (WCAG 1.4.10: 320 by 256 px of a window of 1280 by 1024), nor with more room
 * between letters. The phone is in the light theme and the desk in the dark one: a colour has no width, and a width no colour.
 *
 * @param widths in CSS pixels, where a state is not there on both
 */
export async function expectAccessibleLayout(page: Page, widths = [360, 1280]): Promise<void> {
  const at = (width: number) => `${page.url()}, ${width} px`
  expect(await fieldsWithoutAutocomplete(page), page.url()).toEqual([])
  for (const width of [320, ...widths]) {
    await page.setViewportSize({ width, height: width === 320 ? 256 : 800 })
    expect(await overflowingElements(page), at(width)).toEqual([])
    expect(await overflowingBoxes(page), at(width)).toEqual([])
    expect(await overflowsWithTextSpacing(page), `${at(width)}, with text spacing`).toEqual([])
    if (width === 320) continue
    expect(await smallTargets(page), at(width)).toEqual([])
    expect(await fieldsCausingZoom(page), at(width)).toEqual([])
    await page.emulateMedia({ colorScheme: width === 360 ? 'light' : 'dark' })
    await expectAccessible(page)
  }
}
