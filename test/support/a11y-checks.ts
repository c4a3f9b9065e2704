import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from './browser.ts'

/** Elements beyond either edge, if the page scrolls sideways. */
export function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return right > clientWidth + 0.5 || left < -0.5
      })
      .map((element) => element.outerHTML.slice(0, 100))
  })
}

/**
 * Elements whose content keeps a side when the page is read from right to left: by their place, padding or border. Inline elements
 * follow their text.
 */
export async function unmirroredElements(page: Page): Promise<string[]> {
  const boxes = (direction: string) =>
    page.evaluate((direction) => {
      const { documentElement } = document
      documentElement.dir = direction
      const end = documentElement.clientWidth
      return [...document.querySelectorAll('main *, dialog[open] *')]
        .filter((element) => element.checkVisibility() && !element.closest('svg *'))
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => {
          const { left, right } = element.getBoundingClientRect()
          const style = getComputedStyle(element)
          const widthOf = (side: 'Left' | 'Right') =>
            Number.parseFloat(style[`border${side}Width`]) + Number.parseFloat(style[`padding${side}`])
          return {
            html: element.outerHTML.slice(0, 120),
            left: left + widthOf('Left'),
            right: end - right + widthOf('Right'),
          }
        })
    }, direction)
  const rightToLeft = await boxes('rtl')
  const leftToRight = await boxes('ltr')
  return leftToRight
    .filter(({ left, right }, index) => {
      const mirrored = rightToLeft[index]
      return !(Math.abs(left - (mirrored?.right ?? 0)) <= 1 && Math.abs(right - (mirrored?.left ?? 0)) <= 1)
    })
    .map(({ html, left, right }) => `${left}, ${right}: ${html}`)
}

/** WCAG 1.4.12. */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`

/** Elements that overflow the window or their box with that text spacing. */
export async function overflowsWithTextSpacing(page: Page): Promise<string[]> {
  const applyCss = (css: string) =>
    page.evaluate((css) => {
      // The CSP allows no other way to add rules.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, css)
  await applyCss(textSpacing)
  const wide = [...(await overflowingElements(page)), ...(await overflowingBoxes(page))]
  await applyCss('')
  return wide
}

/** Targets below 24 px (WCAG 2.5.8). Links in a sentence are exempt; a label counts with its box. */
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

/** Cards, sheets and dialogs whose content overflows them, which does not make the page scroll. */
function overflowingBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.card, .counts > *, .empty, .settings-rows > *, dialog[open]')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => box.outerHTML.slice(0, 100)),
  )
}

/**
 * Fields without `autocomplete`: browsers store their values for session restore. Firefox writes them to disk every few seconds and
 * ignores the form's attribute, which counts in Chromium only (docs/decisions/025).
 */
export function fieldsWithoutAutocomplete(page: Page): Promise<string[]> {
  const fields =
    'textarea:not([autocomplete=off]), input:not([autocomplete], [type=hidden], [type=checkbox], [type=radio], [disabled])'
  return page.evaluate(
    (fields) => [...document.querySelectorAll(fields)].map((field) => field.outerHTML.slice(0, 120)),
    fields,
  )
}

/** Fields with a font below 16 px: Safari on iPhone zooms in when one gets the focus, and does not zoom out. */
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

/** The axe rules that a theme can break. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Expects no accessibility violation in either theme. */
export async function expectAccessibleInBothThemes(page: Page, except?: readonly string[]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, undefined, except)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, colorRules)
}

/**
 * Expects no accessibility violation, no target below 24 px and no overflow in the current state of a page: on a phone in the light
 * theme, on a desktop in the dark theme, at 400% zoom (WCAG 1.4.10: 320 by 256 px), and with text spacing.
 *
 * @param widths in CSS pixels, for a state that exists at one of them only
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
