import { expect, test } from 'vitest'
import { nearestStep, readTourState, stepPages } from './tour.rules.ts'
import { steps } from './tour-steps.rules.ts'

test('The tour has 19 steps on six pages, and visits each page once', () => {
  expect(steps).toHaveLength(19)
  expect(steps.map(({ page }) => page)).toEqual(stepPages)
  const pages = steps.map(({ page }) => page).filter((page, index, all) => page !== all[index - 1])
  expect(pages).toEqual([
    '/demo/home',
    '/demo/glossary',
    '/demo/connections',
    '/demo/favorites',
    '/demo/settings',
    '/demo/coming_soon',
  ])
})

test('A step that needs a click highlights the link to the next page', () => {
  const clickSteps = steps.flatMap((step, index) =>
    step.click ? [[step.target, steps[index + 1]?.page]] : [],
  )
  expect(clickSteps).toHaveLength(5)
  for (const [target, page] of clickSteps) expect(target).toContain(`a[href="${page}"]`)
})

test('The texts of the tour contain no HTML, because driver.js renders them as HTML', () => {
  for (const { title, text } of steps) expect(title() + text()).not.toMatch(/[<>&]/)
})

test('A stored state of the tour is restored, and an invalid one is ignored', () => {
  const state = { currentStep: 18, isActive: true, lastPage: '/demo/coming_soon' }
  expect(readTourState(JSON.stringify(state))).toEqual(state)
  for (const text of [
    null,
    '',
    '7',
    'null',
    '{}',
    '{"currentStep":19}',
    '{"currentStep":-1}',
    '{"currentStep":1.5}',
  ])
    expect(readTourState(text)).toBeUndefined()
})

test('The tour continues at the nearest step after navigation to another page', () => {
  expect(nearestStep('/demo/glossary', 5)).toBe(6)
  expect(nearestStep('/demo/home', 6)).toBe(5)
  expect(nearestStep('/demo/settings', 0)).toBe(16)
  expect(nearestStep('/demo/nowhere', 3)).toBeUndefined()
})
