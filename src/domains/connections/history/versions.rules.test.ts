import { describe, expect, test } from 'vitest'
import { emptyDocument } from '../document/document.rules.ts'
import { restoringChange, versionLimits, versionsToRemove } from './versions.rules.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = new Date('2026-03-04T12:00:00Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const max = versionLimits.entry

/** Saves versions at these times, one after another, and thins as saving does. Returns the ages that are left, oldest first. */
function history(ages: number[]): number[] {
  let stored: { revision: number; updated_at: Date }[] = []
  for (const [index, age] of ages.entries()) {
    stored.push({ revision: index + 1, updated_at: ago(age) })
    const removed = versionsToRemove(stored, ago(ages[index + 1] ?? 0))
    expect(removed).toHaveLength(Math.max(stored.length - max, 0))
    stored = stored.filter(({ revision }) => !removed.includes(revision))
  }
  return stored.map(({ updated_at }) => now.getTime() - updated_at.getTime())
}
const range = <Item>(length: number, at: (index: number) => Item) =>
  Array.from({ length }, (_, index) => at(index))

describe('Of more than 50 versions', () => {
  test('none is removed before', () => {
    expect(versionsToRemove([], now)).toEqual([])
    const ages = range(max, (index) => (max - index) * minute)
    expect(history(ages)).toEqual(ages)
  })

  test('the first and the newest stay, and the newer ones lie closer together', () => {
    const ages = range(1_000, (index) => (1_000 - index) * day)
    const left = history(ages)
    expect(left).toHaveLength(max)
    expect(left[0]).toBe(1_000 * day)
    expect(left.at(-1)).toBe(day)
    expect(left).toContain(2 * day)
    const within = (from: number, to: number) =>
      left.filter((age) => age > from * day && age <= to * day).length
    // The last ten days have more than the ninety before, in proportion, and these more than the rest.
    expect(within(0, 10) / 10).toBeGreaterThan(within(10, 100) / 90)
    expect(within(10, 100) / 90).toBeGreaterThan(within(100, 1_000) / 900)
    expect(within(100, 1_000)).toBeGreaterThan(5)
  })

  test('many saves of one evening cannot push out what was written over a year', () => {
    const year = range(40, (index) => (400 - 10 * index) * day)
    const left = history([...year, ...range(500, (index) => (500 - index) * 1_000)])
    const old = left.filter((age) => age >= day)
    expect(old.length).toBeGreaterThan(15)
    expect(old[0]).toBe(400 * day)
  })

  test('one goes though all have the same time, or a clock was set back', () => {
    const same = range(max + 1, (index) => ({ revision: index + 1, updated_at: now }))
    expect(versionsToRemove(same, now)).toEqual([2])
    const back = range(max + 3, (index) => ({ revision: index + 1, updated_at: ago(-index * minute) }))
    const removed = versionsToRemove(back.toReversed(), ago(day))
    expect(removed).toHaveLength(3)
    expect(removed).not.toContain(1)
    expect(removed).not.toContain(max + 3)
  })
})

describe('Restoring a version', () => {
  const version = { ...emptyDocument, content: 'Then.', tags: ['work'], terms: [] as { id: string }[] }

  test('changes everything that it says', () => {
    const { terms: _, ...document } = version
    expect(restoringChange(version, ['x'])).toEqual(document)
  })

  test('links no term that the glossary no longer has, unless it is linked now', () => {
    const linked = { ...version, linked_term_ids: ['gone', 'here', 'kept'], terms: [{ id: 'here' }] }
    expect(restoringChange(linked, ['kept', 'other']).linked_term_ids).toEqual(['here', 'kept'])
  })
})
