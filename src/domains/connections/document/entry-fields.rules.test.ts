import { expect, test } from 'vitest'
import { emptyDocument } from './document.rules.ts'
import { readFields, toEntryFields } from './entry-fields.rules.ts'

const now = new Date('2026-03-14T12:00:00Z')
const term = { id: '019d0000-0000-7000-8000-000000000001' }
const happened = { date: '2020-03-09', time: '21:30', about: true, time_zone: 'Europe/Berlin' }
const entry = {
  ...emptyDocument,
  content: 'Once.',
  terms: [term],
  happened,
  tags: ['Café', 'two words'],
  record: { place: 'Here', people: '', proof: '', disclosed_to: '' },
}

test('A form that nobody changed says what it was filled with', () => {
  const { terms: _, ...document } = entry
  expect(readFields(toEntryFields(entry), null, now)).toEqual({
    document: { ...document, linked_term_ids: [term.id] },
    problems: {},
  })
})

test('An unreadable date is a problem, and the one before it stays in the draft meanwhile', () => {
  const fields = toEntryFields(entry)
  const typing = { ...fields, happened: { ...fields.happened, year: '202' } }
  const { document, problems } = readFields(typing, happened, now)
  expect(document.happened).toEqual(happened)
  expect(problems).toEqual({
    happened: 'That date isn’t in the calendar. Please check the day, month, and year.',
  })
})

test('Every field that cannot be saved has its own problem', () => {
  const { problems } = readFields(
    {
      ...toEntryFields(entry),
      content: ' \n',
      terms: Array.from({ length: 21 }, (_, index) => ({ id: String(index) })),
      tags: 'x'.repeat(51),
      happened: { ...toEntryFields(entry).happened, year: '2999' },
    },
    null,
    now,
  )
  expect(problems).toEqual({
    content: 'Content is required',
    happened: 'That date is in the future. Please check it.',
    tags: 'A tag has at most 50 characters. Please make it shorter.',
    terms: 'A Connection links to at most 20 terms.',
  })
  const long = { ...toEntryFields(entry), content: 'x'.repeat(100_001) }
  expect(readFields(long, null, now).problems.content).toMatch(/at most 100,000 characters/)
})
