import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { expect, journey } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()

describe('The tab key', () => {
  test.each([
    ['/', 360],
    ['/glossary?search=silent', 1280],
    ['/glossary/gaslighting', 1280],
  ] as const)('reaches every control, each with a visible focus, on %s at %i px', async (path, width) => {
    const { page } = await visit(path, { width })
    const seen: string[] = []
    for (;;) {
      await page.keyboard.press('Tab')
      const at = await focused(page)
      if (at === undefined || seen.includes(at.name)) break
      seen.push(at.name)
      expect(at, at.name).toMatchObject({ outlined: true, uncovered: true })
    }
    const reachable = await page
      .locator('a[href]:visible, button:visible, summary:visible, input:visible:not([type=hidden])')
      .count()
    // Only one radio button of a group is a tab stop.
    const radios = await page.locator('input[type=radio]:visible').count()
    expect(seen.length).toBeGreaterThanOrEqual(reachable - Math.max(0, radios - 1))
  })
})

describe('The menu of small screens', () => {
  test('is 320 px wide, marks the current page, traps the focus, and returns it when it closes', async () => {
    const { page } = await visit('/glossary', { width: 768 })
    const open = page.getByRole('button', { name: 'Open the menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await open.press('Enter')
    await expect(menu).toBeVisible()
    // The panel slides in.
    await expect.poll(() => menu.boundingBox()).toMatchObject({ x: 0, y: 0, width: 320 })
    await expect(menu.locator('[aria-current=page]')).toHaveText(['Glossary'])
    for (let press = 0; press < 15; press++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).not.toBe(
        'MAIN',
      )
    }
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(open).toBeFocused()
    await open.click()
    await page.getByRole('button', { name: 'Close the menu' }).click()
    await expect(menu).toBeHidden()
    await open.click()
    await menu.getByRole('link', { name: 'Home' }).click()
    await page.waitForURL(`${address}/`)
    await expect(menu).toBeHidden()
  })

  test.each([
    [false, ['slide']],
    [true, []],
  ])(
    'slides in from the left, but not with reduced motion (%s), and its Quick Hide button stays in place',
    async (reducedMotion, expected) => {
      const { page } = await visit('/glossary', { width: 360, reducedMotion })
      const seen = page.evaluate(
        () =>
          new Promise<{ names: string[]; eye: number[] }>((resolve) => {
            const names: string[] = []
            const eye: number[] = []
            const menu = document.querySelector('#menu') as HTMLDialogElement
            menu.addEventListener('animationstart', ({ animationName }) => names.push(animationName))
            const look = () => {
              if (!menu.open) return requestAnimationFrame(look)
              eye.push(menu.querySelector('quick-hide button')?.getBoundingClientRect().left ?? -1)
              const running = menu.getAnimations()
              if (eye.length < 3 || running.length > 0) requestAnimationFrame(look)
              else resolve({ names, eye })
            }
            look()
          }),
      )
      await page.getByRole('button', { name: 'Open the menu' }).click()
      const { names, eye } = await seen
      expect(names).toEqual(expected)
      expect(new Set(eye).size).toBe(1)
      expect(await page.getByRole('dialog', { name: 'Menu' }).boundingBox()).toMatchObject({
        x: 0,
        width: 320,
      })
    },
  )

  test('is replaced by the links of the header from 1024 px', async () => {
    const { page } = await visit('/', { width: 1023 })
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeHidden()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toHaveAttribute(
      'href',
      '/auth-test',
    )
  })
})

/** Whether the focused element has an outline, and whether a part of it is visible and not covered. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
    const uncovered = places.some(([x, y]) => {
      const there = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
      return there !== null && (element.contains(there) || there.contains(element))
    })
    return {
      name: `${[...document.querySelectorAll('*')].indexOf(element)} ${element.outerHTML.slice(0, 100)}`,
      outlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      uncovered,
    }
  })
}
