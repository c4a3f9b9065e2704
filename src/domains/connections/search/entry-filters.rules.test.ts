import { describe, expect, test } from 'vitest'
import {
  applyFilters,
  byCount,
  byMonth,
  countFilters,
  type EntryFilters,
  emptyCounts,
  type FilterableEntry,
  noFilters,
  noTerm,
  sortEntries,
} from './entry-filters.rules.ts'

const terms = {
  gas: { id: 'gas', term_name: 'Gaslighting' },
  ice: { id: 'ice', term_name: 'Silent treatment' },
}
type Written = {
  at?: string
  terms?: (keyof typeof terms)[]
  happened?: string
  time?: string
  tags?: string[]
}

/** At noon, so that the month is the same in every time zone. */
const entry = ({ at = '2026-03-14', tags = [], happened, time, ...written }: Written): FilterableEntry => ({
  created_at: `${at}T12:00:00.000Z`,
  linked_term_ids: written.terms ?? [],
  terms: (written.terms ?? []).map((id) => terms[id]),
  happened:
    happened === undefined ? null : { date: happened, time: time ?? null, about: false, time_zone: null },
  tags,
})

const entries = [
  entry({ at: '2026-03-14', terms: ['gas', 'ice'], happened: '2026-02', tags: ['Café', 'Work'] }),
  entry({ at: '2026-03-02', terms: ['gas'], tags: ['CAFE'] }),
  entry({ at: '2025-12-24', happened: '2025' }),
  entry({ at: '2025-12-01', happened: '2026-02-03', tags: ['work'] }),
]

const chosen = (value: string) => ({ value, label: value })

/** The places of the entries that match, and the counts. */
function filter(change: Partial<EntryFilters>) {
  const counts = emptyCounts()
  const filters = { ...noFilters, ...change }
  const places = entries.flatMap((one, place) => (applyFilters(one, filters, counts) ? [place] : []))
  const numbers = (choices: { label: string; count: number }[]) =>
    Object.fromEntries(choices.map(({ label, count }) => [label, count]))
  return {
    places,
    terms: numbers(byCount(counts.terms)),
    tags: numbers(byCount(counts.tags)),
    months: numbers(byMonth(counts.months)),
    dated: counts.dated,
  }
}

describe('Filters', () => {
  test.each<[string, Partial<EntryFilters>, number[]]>([
    ['nothing', {}, [0, 1, 2, 3]],
    ['any linked term, not only the first', { term: chosen('ice') }, [0]],
    ['no linked term', { term: chosen(noTerm) }, [2, 3]],
    ['a tag, whatever its case and accents', { tag: chosen('cafe') }, [0, 1]],
    ['the month of writing', { month: chosen('2025-12') }, [2, 3]],
    ['the month of happening, of a day too', { month: chosen('2026-02'), monthOf: 'happened' }, [0, 3]],
    ['a year without a month', { month: chosen('2025'), monthOf: 'happened' }, [2]],
    ['a date', { dated: true }, [0, 2, 3]],
    ['all of them', { term: chosen('gas'), tag: chosen('work'), dated: true }, [0]],
    ['what nothing has', { tag: chosen('__proto__') }, []],
  ])('find %s', (_what, change, places) => expect(filter(change).places).toEqual(places))

  test('are counted as they are on', () => {
    expect(countFilters(noFilters)).toBe(0)
    expect(countFilters({ ...noFilters, monthOf: 'happened' })).toBe(0)
    expect(countFilters({ ...noFilters, drafts: true, dated: true, tag: chosen('') })).toBe(3)
  })
})

describe('The counts beside the choices', () => {
  test('are of all entries where nothing is chosen, with the newest spelling of a tag', () => {
    const { terms, tags, months, dated } = filter({})
    expect(terms).toEqual({ Gaslighting: 2, '': 2, 'Silent treatment': 1 })
    expect(tags).toEqual({ Café: 2, Work: 2 })
    expect(months).toEqual({ '2026-03': 2, '2025-12': 2 })
    expect(dated).toBe(3)
  })

  test('say what each choice would find with all other filters, and its own kind stays', () => {
    const { terms, tags, months, dated } = filter({ tag: chosen('work') })
    expect(tags).toEqual({ Café: 2, Work: 2 })
    expect(terms).toEqual({ Gaslighting: 1, 'Silent treatment': 1, '': 1 })
    expect(months).toEqual({ '2026-03': 1, '2025-12': 1 })
    expect(dated).toBe(2)
    expect(filter({ tag: chosen('cafe'), month: chosen('2025-12') }).terms).toEqual({})
  })

  test('of months of happening leave out what has no date, and put a year after its months', () => {
    const counts = emptyCounts()
    const list = [...entries, entry({ happened: '2026' })]
    for (const one of list) applyFilters(one, { ...noFilters, monthOf: 'happened' }, counts)
    expect(byMonth(counts.months).map(({ value }) => value)).toEqual(['2026-02', '2026', '2025'])
  })
})

describe('Sorting', () => {
  const order = (sort: Parameters<typeof sortEntries>[1], list: FilterableEntry[]) =>
    sortEntries(list, sort).map((one) => list.indexOf(one as FilterableEntry))
  const mixed = [
    entry({}),
    entry({ happened: '2026-03-14', time: '21:30' }),
    entry({ happened: '2026' }),
    entry({ happened: '2026-03' }),
    entry({ happened: '2025-12-31' }),
    entry({}),
    entry({ happened: '2026-03-14' }),
    entry({ happened: '2026-03-14', time: '08:00' }),
    entry({ happened: '2026' }),
  ]

  test.each<[Parameters<typeof sortEntries>[1], number[]]>([
    ['newest', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['oldest', [8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['latest', [1, 7, 6, 3, 2, 8, 4, 0, 5]],
    ['earliest', [4, 8, 2, 3, 6, 7, 1, 0, 5]],
  ])('by %s puts entries without a date last, and a year before its months', (sort, places) => {
    expect(order(sort, mixed)).toEqual(places)
  })

  test('changes no list that it was given', () => {
    const list = Object.freeze([...mixed]) as FilterableEntry[]
    for (const sort of ['newest', 'oldest', 'latest', 'earliest'] as const)
      expect(sortEntries(list, sort)).toHaveLength(list.length)
  })
})
