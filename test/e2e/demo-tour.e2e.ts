import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { steps } from '../../src/domains/demo/tour-steps.rules.ts'
import { expectAccessibleInBothThemes } from '../support/a11y-checks.ts'
import { expect, journey, type Visit, type VisitOptions } from '../support/journey.ts'
import { escapeTwice, quickHideButton, quickHideSite } from '../support/quick-hide.ts'

const { visit } = journey()
const quickHide = quickHideSite()

const last = steps.length
const tip = (page: Page) => page.locator('.driver-popover')
const press = (page: Page, name: 'Next' | 'Back' | 'Finish' | 'Exit the tour') =>
  tip(page).getByRole('button', { name, exact: true })
const tourButton = (page: Page, name = 'Take the tour') => page.getByRole('button', { name, exact: true })

/** Checks that step `place`, counted from 1, is shown on its page. */
async function expectStep(page: Page, place: number) {
  const step = steps[place - 1]
  await expect(tip(page)).toContainText(`Step ${place} of ${last}`)
  await expect(tip(page)).toHaveCount(1)
  await expect(tip(page).getByRole('heading', { name: step?.title() ?? '', exact: true })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(step?.page)
}

async function onward(page: Page, place: number) {
  const step = steps[place - 1]
  if (place === last) return press(page, 'Finish').click()
  if (step?.click) return page.locator(step.target).click()
  return press(page, 'Next').click()
}

const stored = (page: Page) =>
  page.evaluate(() => ({
    state: JSON.parse(localStorage.getItem('unfogDemoTourState') ?? 'null'),
    dismissed: localStorage.getItem('unfogDemoTourDismissed'),
  }))
const begun = (visited: Visit) => expectStep(visited.page, 1).then(() => visited.page)
const enter = (options: VisitOptions = {}) => visit('/demo/home', options).then(begun)
/** Stores that the tour is at a step. */
const storeStep = (place: number) => (page: Page) =>
  page.addInitScript(
    (state) => {
      if (sessionStorage.begun) return
      sessionStorage.begun = 'true'
      localStorage.unfogDemoTourState = state
    },
    JSON.stringify({ currentStep: place - 1, isActive: true, lastPage: steps[place - 1]?.page }),
  )
/** Opens the tour at a step, from a stored state. */
const at = (place: number, path = steps[place - 1]?.page ?? '') => visit(path, { before: storeStep(place) })

test('The tour goes forward through all 19 steps and back', async () => {
  const visited = await visit('/demo/home')
  const { page } = visited
  for (let place = 1; place <= last; place++) {
    await expectStep(page, place)
    expect((await stored(page)).state).toEqual({
      currentStep: place - 1,
      isActive: true,
      lastPage: steps[place - 1]?.page,
    })
    if (place < last) await onward(page, place)
  }
  for (let place = last - 1; place >= 1; place--) {
    await press(page, 'Back').click()
    await expectStep(page, place)
  }
  await expect(press(page, 'Back')).toBeHidden()
  // The only requests are for one document and its assets.
  const asked = visited.requests.map((request) => new URL(request.url()).pathname)
  expect(asked.filter((path) => path !== '/demo/home' && !path.startsWith('/assets/'))).toEqual([])
  expect(visited.consoleErrors).toEqual([])
})

test('The tour works by keyboard alone, tells screen readers its steps, and does not start again after Finish', async () => {
  const page = await enter()
  for (let place = 1; place <= last; place++) {
    await expectStep(page, place)
    const step = steps[place - 1]
    await expect(
      step?.click ? page.locator(step.target) : press(page, place === last ? 'Finish' : 'Next'),
    ).toBeFocused()
    const heard = step?.click ? page.locator(step.target) : tip(page)
    await expect(heard).toHaveAccessibleDescription(
      new RegExp(`^Step ${place} of ${last} .*${step?.text().slice(-20)}`),
    )
    await expect(page.getByRole('dialog', { name: step?.title() ?? '' })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await expect(tip(page)).toHaveCount(0)
  await expect(tourButton(page)).toBeFocused()
  expect(await stored(page)).toEqual({ state: null, dismissed: 'true' })
  await page.goto('/demo/home')
  await expect(tourButton(page)).toBeVisible()
  await expect(tip(page)).toHaveCount(0)
})

test('In the tour the Tab key reaches Quick Hide first, then the tip, and nothing behind it', async () => {
  const { page } = await at(2)
  await expectStep(page, 2)
  const reached: string[] = []
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(() => {
        const element = document.activeElement
        return element === document.body
          ? ''
          : (element?.getAttribute('aria-label') ?? element?.textContent ?? '')
      }),
    )
  }
  const stops = reached.filter(Boolean)
  const order = ['Quick Hide: leave this page quickly', 'Show me', 'Exit the tour', 'Back', 'Next']
  expect(stops.slice(0, 5)).toEqual(order)
  expect(new Set(stops)).toEqual(new Set(order))
  // A step that requires a click works by keyboard too.
  const [, , , , , sixth] = steps
  const other = await at(6)
  await expectStep(other.page, 6)
  await other.page.keyboard.press('Shift+Tab')
  await expect(quickHideButton(other.page)).toBeFocused()
  await other.page.keyboard.press('Tab')
  await expect(other.page.locator(sixth?.target ?? '')).toBeFocused()
})

test('A tour tip that loads late does not take the focus from Quick Hide', async () => {
  let letItCome = () => {}
  const late = new Promise<void>((resolve) => {
    letItCome = resolve
  })
  const { page } = await visit('/demo/home', {
    before: (page) =>
      page.route('**/assets/tip-*.js', async (route) => {
        await late
        await route.continue()
      }),
  })
  await expect(tourButton(page)).toHaveCSS('visibility', 'visible')
  await page.keyboard.press('Tab')
  await expect(quickHideButton(page)).toBeFocused()
  letItCome()
  await expectStep(page, 1)
  await expect(quickHideButton(page)).toBeFocused()
})

test('A reload continues the tour at the same step, on every page and where a click is needed', async () => {
  // The first test checks that every step is stored in the same way.
  const chosen = steps.flatMap(({ page, click }, index) =>
    click || page !== steps[index - 1]?.page ? [index + 1] : [],
  )
  const page = await enter()
  for (let place = 1; place <= last; place++) {
    await expectStep(page, place)
    if (chosen.includes(place)) {
      await page.reload()
      await expectStep(page, place)
    }
    await onward(page, place)
  }
  await expect(tip(page)).toHaveCount(0)
})

test('The tour works when the browser blocks localStorage', async () => {
  const { page, consoleErrors } = await visit('/demo/home', {
    before: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('refused', 'SecurityError')
          },
        })
      }),
  })
  // Into the second page.
  for (let place = 1; place <= 7; place++) {
    await expectStep(page, place)
    await onward(page, place)
  }
  await press(page, 'Exit the tour').click()
  await expect(tip(page)).toHaveCount(0)
  await tourButton(page).click()
  await expectStep(page, 1)
  expect(consoleErrors).toEqual([])
})

test('A tour tip with a missing target appears in the middle of the window, and Next works', async () => {
  for (const place of [3, 6, 12]) {
    // The target is removed before its step is shown.
    const before = place - 1
    const { page } = await at(before)
    await expectStep(page, before)
    await page
      .locator(steps[place - 1]?.target ?? '')
      .first()
      .evaluate((element) => {
        const one = element as HTMLElement
        one.hidden = true
        one.style.display = 'none'
      })
    await onward(page, before)
    await expectStep(page, place)
    const box = await tip(page).boundingBox()
    expect(box?.width).toBe(256)
    expect(Math.abs((box?.x ?? 0) + 128 - 640)).toBeLessThan(12)
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - 400)).toBeLessThan(12)
    await press(page, 'Next').click()
    await expectStep(page, place + 1)
  }
})

describe('The tour', () => {
  test('continues at its stored step and page, whatever page is opened', async () => {
    const { page } = await at(12, '/demo/settings')
    await expectStep(page, 12)
    await page.goto('/demo/home')
    await expectStep(page, 12)
  })

  test('does not start on a page other than Home, but can be started there', async () => {
    const { page } = await visit('/demo/favorites')
    await expect(tourButton(page)).toBeVisible()
    await expect(tip(page)).toHaveCount(0)
    await tourButton(page).click()
    await expectStep(page, 1)
  })

  test('follows the Back and Forward buttons of the browser', async () => {
    const { page } = await at(6)
    await expectStep(page, 6)
    await onward(page, 6)
    await expectStep(page, 7)
    await page.goBack()
    await expectStep(page, 6)
    await page.goForward()
    await expectStep(page, 7)
  })

  // Other invalid states: tour.rules.test.ts.
  test('starts at step 1 when the stored state is invalid', async () => {
    const { page } = await visit('/demo/home', {
      before: (page) =>
        page.addInitScript(() => {
          localStorage.unfogDemoTourState ??= '{"currentStep":99,"isActive":true}'
        }),
    })
    await expectStep(page, 1)
  })
})

test('Exit ends the tour and moves the focus to the button that starts it again', async () => {
  const page = await enter()
  await press(page, 'Next').click()
  await press(page, 'Exit the tour').click()
  await expect(tip(page)).toHaveCount(0)
  await expect(tourButton(page)).toBeFocused()
  expect(await stored(page)).toEqual({ state: null, dismissed: 'true' })
  expect(await page.locator('[inert]').count()).toBe(0)
  await page.keyboard.press('Enter')
  await expectStep(page, 1)
  expect((await stored(page)).dismissed).toBeNull()
})

test('ESC once pauses the tour, and it continues at the same step, also after a reload', async () => {
  const page = await enter()
  await press(page, 'Next').click()
  await expectStep(page, 2)
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
  await expect(tourButton(page, 'Continue the tour')).toBeFocused()
  expect(await stored(page)).toEqual({
    state: { currentStep: 1, isActive: false, lastPage: '/demo/home' },
    dismissed: null,
  })
  await page.reload()
  await tourButton(page, 'Continue the tour').click()
  await expectStep(page, 2)
})

test('A tour step shows the effect of Quick Hide without leaving the site, and without axe violations', async () => {
  const { page } = await at(2)
  await tip(page).getByRole('button', { name: 'Show me' }).click()
  const seen = () =>
    page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('main') !== null)
  await expect(page.locator('.driver-overlay')).toHaveCSS('background-color', 'rgb(250, 246, 239)')
  expect(await seen()).toBe(false)
  await expect(tip(page).getByRole('status')).toContainText('The page is gone from the screen.')
  await expect(quickHideButton(page)).toBeInViewport({ ratio: 1 })
  await expectAccessibleInBothThemes(page)
  await tip(page).getByRole('button', { name: 'Bring the page back' }).click()
  await expect(page.locator('.driver-overlay')).not.toHaveCSS('background-color', 'rgb(250, 246, 239)')
  await press(page, 'Next').click()
  await expectStep(page, 3)
})

describe('With the tour open', () => {
  const open = async (place: number) => {
    const page = await quickHide.visit('/demo/home', { before: storeStep(place) })
    await expectStep(page, place)
    return page
  }

  test('the Quick Hide button is above it and leaves the site', async () => {
    for (const place of [1, 6]) {
      const page = await open(place)
      await quickHideButton(page).click()
      await page.waitForURL(quickHide.site.recipes)
    }
  })

  test('ESC twice leaves the site', async () => {
    const page = await open(3)
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
  })

  test('the Quick Hide button and ESC twice leave the site even when the page is covered', async () => {
    for (const leave of [(page: Page) => quickHideButton(page).click(), escapeTwice]) {
      const page = await open(2)
      await tip(page).getByRole('button', { name: 'Show me' }).click()
      await leave(page)
      await page.waitForURL(quickHide.site.recipes)
    }
  })
})

test('At 1024 px every tour tip is in the window, still with reduced motion, and accessible in both themes', async () => {
  const page = await enter({ reducedMotion: true, width: 1024, height: 700 })
  for (let place = 1; place <= last; place++) {
    await expectStep(page, place)
    if ([1, 2, 6, 9, 17].includes(place)) await expectAccessibleInBothThemes(page)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect((await tip(page).boundingBox())?.width).toBe(256)
    await expect(tip(page)).toBeInViewport({ ratio: 0.99 })
    await onward(page, place)
  }
})

test('A window narrower than 1024 px pauses the tour', async () => {
  const { page } = await at(4)
  await expectStep(page, 4)
  await page.setViewportSize({ width: 800, height: 700 })
  await expect(tip(page)).toHaveCount(0)
  expect(await page.locator('[inert]').count()).toBe(0)
  await page.setViewportSize({ width: 1024, height: 700 })
  await expectStep(page, 4)
})

test('Below 1024 px a message replaces the tour, and does not come back after it is closed', async () => {
  const { page } = await visit('/demo/home', { width: 1023 })
  const message = page.getByRole('complementary', { name: 'About the tour' })
  await expect(message).toContainText('a desktop, or a tablet turned sideways')
  await expect(tip(page)).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessibleInBothThemes(page)
  await message.getByRole('button', { name: 'Close this message' }).press('Enter')
  await expect(message).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => localStorage.unfogMobileDemoMessageDismissed)).toBe('true')
  await page.goto('/demo/favorites')
  // React has hydrated, and would show the message now.
  await expect(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
  await expect(message).toHaveCount(0)
  // The tour itself was not dismissed, so it starts on a large screen.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/demo/home')
  await expectStep(page, 1)
  await expect(message).toHaveCount(0)
})
