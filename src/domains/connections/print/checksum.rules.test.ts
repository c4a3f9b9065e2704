import { describe, expect, test } from 'vitest'
import { canonicalForm, checksumOf, formatChecksum } from './checksum.rules.ts'

const entry = {
  id: '019d0000-0000-7000-8000-000000000001',
  revision: 3,
  created_at: '2026-03-14T20:30:00.123Z',
  content: 'He said "no".\nהיום\t👩‍👩‍👧 \u2028 \u0007 \\ é',
  linked_term_ids: ['019d0000-0000-7000-8000-00000000000a', '019d0000-0000-7000-8000-00000000000b'],
  happened: { date: '2026-03-13', time: '21:30', about: true, time_zone: 'Europe/Berlin' },
  tags: ['café', 'Straße'],
  record: { place: 'Home', people: '', proof: 'A photo', disclosed_to: 'Ö' },
}

describe('The checksum of a Connection', () => {
  test('is the one that the script of docs/checksums.md computes', async () => {
    expect(await checksumOf(entry)).toBe('23292219f8527c6f0978d952525ea25d29c1391bf4eaa856cac734a1e1fa34f1')
    expect(await checksumOf({ ...entry, happened: null, tags: [], linked_term_ids: [] })).toBe(
      '076da4e316b5e182199b8b2a9c61f42e2e3ea9640bc17160e876e24b00c15a5b',
    )
  })

  test('depends on no order of fields, and on no field that the form does not name', async () => {
    const { id, record, happened, ...rest } = entry
    const { place, ...others } = record
    const reordered = {
      updated_at: 'later',
      user_id: 'x',
      ...rest,
      happened: Object.fromEntries(Object.entries(happened).reverse()) as typeof happened,
      record: { ...others, place, note: 'of a newer version' },
      id,
    }
    expect(canonicalForm(reordered)).toBe(canonicalForm(entry))
    const keys = Object.keys(JSON.parse(canonicalForm(entry)))
    expect(keys).toEqual([...keys].sort())
  })

  test.each<[string, Partial<typeof entry>]>([
    ['a letter', { content: entry.content.replace('no', 'No') }],
    ['a space at the end', { content: `${entry.content} ` }],
    ['another line break', { content: entry.content.replace('\n', '\r\n') }],
    ['the other form of an accent', { content: entry.content.normalize('NFD') }],
    ['the day', { happened: { ...entry.happened, date: '2026-03-12' } }],
    ['whether one is sure', { happened: { ...entry.happened, about: false } }],
    ['when it was written', { created_at: '2026-03-14T20:30:00.124Z' }],
    ['the order of terms', { linked_term_ids: entry.linked_term_ids.toReversed() }],
    ['two tags made one', { tags: ['café","Straße'] }],
    ['text moved to another field', { record: { ...entry.record, place: '', people: 'Home' } }],
    ['the version', { revision: 4 }],
    ['the id', { id: entry.linked_term_ids[0] ?? '' }],
  ])('changes with %s', async (_, change) => {
    expect(await checksumOf({ ...entry, ...change })).not.toBe(await checksumOf(entry))
  })

  test('tells lone surrogates apart, which UTF-8 cannot hold', async () => {
    const [one, other] = [
      { ...entry, content: '\ud83d' },
      { ...entry, content: '\ud83c' },
    ]
    expect(await checksumOf(one)).not.toBe(await checksumOf(other))
  })

  test('is read in groups of eight', async () => {
    const grouped = formatChecksum(await checksumOf(entry))
    expect(grouped).toMatch(/^(?:[\da-f]{8} ){7}[\da-f]{8}$/)
    expect(grouped.replaceAll(' ', '')).toBe(await checksumOf(entry))
  })
})
