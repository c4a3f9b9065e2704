import { expect, test } from 'vitest'
import { nearestStep, readTourState, steps } from './tour.rules.ts'

test('the tour has 19 steps over the six rooms, one room after the other', () => {
  expect(steps).toHaveLength(19)
  const rooms = steps.map(({ page }) => page).filter((page, place, all) => page !== all[place - 1])
  expect(rooms).toEqual([
    '/demo/home',
    '/demo/glossary',
    '/demo/connections',
    '/demo/favorites',
    '/demo/settings',
    '/demo/coming_soon',
  ])
})

test('a step that asks for a click points at the link to the room of the next one', () => {
  const asking = steps.flatMap((step, place) => (step.click ? [[step.target, steps[place + 1]?.page]] : []))
  expect(asking).toHaveLength(5)
  for (const [target, page] of asking) expect(target).toContain(`a[href="${page}"]`)
})

test('the words are plain text, since they are written as HTML', () => {
  for (const { title, text } of steps) expect(title + text).not.toMatch(/[<>&]/)
})

test('a state is read as it was written, and nothing else is one', () => {
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

test('who goes to another room meets the step of it that is nearest', () => {
  expect(nearestStep('/demo/glossary', 5)).toBe(6)
  expect(nearestStep('/demo/home', 6)).toBe(5)
  expect(nearestStep('/demo/settings', 0)).toBe(16)
  expect(nearestStep('/demo/nowhere', 3)).toBeUndefined()
})
