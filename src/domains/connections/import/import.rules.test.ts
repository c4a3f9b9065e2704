import { expect, test } from 'vitest'
import { emptyDocument } from '../document/document.rules.ts'
import { deriveId } from './derived-id.rules.ts'
import { importedEntrySchema } from './import.contract.ts'
import { entryProblem, importLimits, toBatches } from './import.rules.ts'

const now = new Date('2026-03-04T12:00:00Z')
const entry = { ...emptyDocument, created_at: '2024-03-14T12:00:00.000Z', content: 'Text.' }
const found = (content: string) => ({ entry: { ...entry, id: '', content } })

test.each([
  [{}, undefined],
  [{ created_at: '1900-01-01T00:00:00Z' }, undefined],
  [{ created_at: '1899-12-31T23:59:59Z' }, /1900/],
  [{ created_at: '2026-03-04T12:00:00.001Z' }, /future/],
  [{ created_at: 'x' }, /date/],
  [{ content: ' \u200b\n' }, /no text/],
  [{ content: '💔'.repeat(100_000) }, undefined],
  [{ content: 'x'.repeat(100_001) }, /100,000/],
  [{ tags: ['x'.repeat(10_000)] }, /tag/],
  [{ tags: Array.from({ length: 500 }, (_, number) => `${number}`) }, /tags/],
  [{ record: { ...emptyDocument.record, place: 'x'.repeat(2_001) } }, /2,000/],
  [{ happened: { date: '2024-02-30', time: null, about: false, time_zone: null } }, /calendar/],
])('%j has the right problem', (change, problem) => {
  const found = entryProblem({ ...entry, ...change }, now)
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})

test('Requests have at most a hundred entries and are below the limit, even with the longest ones', () => {
  const short = [...toBatches(Array.from({ length: 250 }, () => found('Text.')))]
  expect(short.map((batch) => batch.length)).toEqual([100, 100, 50])
  const long = [
    ...toBatches([...Array.from({ length: 5 }, () => found('\ud83d'.repeat(100_000))), found('x')]),
  ]
  expect(long.flat()).toHaveLength(6)
  for (const batch of long)
    expect(batch.length === 1 || JSON.stringify(batch).length <= importLimits.requestBytes + 1_000).toBe(true)
  expect([...toBatches([])]).toEqual([])
})

test('A derived id is a UUID of version 7 with its time, and the same each time', async () => {
  const time = Date.UTC(2024, 2, 14)
  const id = await deriveId(time, 'source')
  expect(await deriveId(time, 'source')).toBe(id)
  expect(importedEntrySchema.shape.id.parse(id)).toBe(id)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(time)
  const others = [deriveId(time, 'sourc'), deriveId(time + 1, 'source'), deriveId(-time, 'source')]
  for (const other of await Promise.all(others)) {
    expect(other).not.toBe(id)
    expect(importedEntrySchema.shape.id.safeParse(other).success).toBe(true)
  }
})
