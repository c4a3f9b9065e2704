import { tagKey } from '../document/document.rules.ts'
import { plainDigits } from '../document/happened.rules.ts'
import type { Entry } from '../entries.contract.ts'

/** A month as it is typed; a year alone is all of its months. */
export type MonthInput = { month: string; year: string }

export type PrintKind = 'all' | 'months' | 'term' | 'tag' | 'some'

/** Which Connections are printed, and in which order. */
export type PrintChoice = {
  kind: PrintKind
  by: 'written' | 'happened'
  first: MonthInput
  /** Empty: the same as the first. */
  last: MonthInput
  term_id: string
  tag: string
  ids: ReadonlySet<string>
  newestFirst: boolean
}

type SelectableEntry = Pick<Entry, 'id' | 'created_at' | 'happened' | 'terms' | 'tags'>

/**
 * The Connections that a choice names, in its order.
 *
 * @param timeZone in which a Connection was written in a month
 * @returns undated: how many a range by happening leaves out, because they have no such date
 */
export function selectEntries<One extends SelectableEntry>(
  entries: readonly One[],
  choice: PrintChoice,
  timeZone: string,
): { selected: One[]; undated: number; problem: 'months' | undefined } {
  const byHappened = choice.kind === 'months' && choice.by === 'happened'
  const months = choice.kind === 'months' ? readMonths(choice) : undefined
  if (choice.kind === 'months' && !months) return { selected: [], undated: 0, problem: 'months' }
  const monthOf = monthFormatter(timeZone)
  const isChosen: Record<PrintKind, (entry: One) => boolean> = {
    all: () => true,
    months: ({ created_at, happened }) =>
      overlaps(byHappened ? (happened?.date ?? '') : monthOf(created_at), months),
    term: ({ terms }) => terms.some(({ id }) => id === choice.term_id),
    tag: ({ tags }) => tags.some((tag) => tagKey(tag) === tagKey(choice.tag)),
    some: ({ id }) => choice.ids.has(id),
  }
  const keyOf = ({ id, created_at, happened }: One) =>
    [byHappened ? `${happened?.date} ${happened?.time ?? ''}` : '', created_at, id].join(' ')
  const selected = entries
    .filter(isChosen[choice.kind])
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ entry }) => entry)
  return {
    selected: choice.newestFirst ? selected.reverse() : selected,
    undated: byHappened ? entries.filter(({ happened }) => !happened).length : 0,
    problem: undefined,
  }
}

/** @returns the first and the last month as "2026-03", in this order; undefined where one cannot be read */
export function readMonths({
  first,
  last,
}: Pick<PrintChoice, 'first' | 'last'>): [string, string] | undefined {
  const isOne = last.month.trim() === '' && last.year.trim() === ''
  const [from, to] = [readMonth(first), readMonth(isOne ? first : last)]
  if (!from || !to) return
  return from[0] <= to[0] ? [from[0], to[1]] : [to[0], from[1]]
}

/** The first and the last month of what is typed. */
function readMonth(typed: MonthInput): [string, string] | undefined {
  const [month, year] = [plainDigits(typed.month).trim(), plainDigits(typed.year).trim()]
  if (!/^\d{4}$/.test(year)) return
  if (month === '') return [`${year}-01`, `${year}-12`]
  if (!/^\d{1,2}$/.test(month) || Number(month) < 1 || Number(month) > 12) return
  const one = `${year}-${month.padStart(2, '0')}`
  return [one, one]
}

/** A date that is only a year may be in any of its months. */
function overlaps(date: string, [from, to]: [string, string] = ['', '']): boolean {
  const [start, end] = date.length === 4 ? [`${date}-01`, `${date}-12`] : [date.slice(0, 7), date.slice(0, 7)]
  return start !== '' && start <= to && end >= from
}

/** @returns a function of a time to its month as "2026-03" */
function monthFormatter(timeZone: string): (time: string) => string {
  // A locale whose dates are written as ISO 8601 writes them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' })
  return (time) => format.format(new Date(time))
}

/** The months of the oldest and the newest Connection, for the fields. */
export function initialMonths(
  entries: readonly SelectableEntry[],
  timeZone: string,
): [MonthInput, MonthInput] {
  const times = entries.map(({ created_at }) => created_at).sort()
  const monthOf = monthFormatter(timeZone)
  const input = (time: string | undefined): MonthInput => {
    const [year = '', month = ''] = time ? monthOf(time).split('-') : []
    return { year, month: month && String(Number(month)) }
  }
  return [input(times[0]), input(times.at(-1))]
}

/** The linked terms of all Connections, the most used first. */
export function countTerms(
  entries: readonly SelectableEntry[],
): { id: string; name: string; count: number }[] {
  const byId = new Map<string, { id: string; name: string; count: number }>()
  for (const { id, term_name: name } of entries.flatMap(({ terms }) => terms))
    byId.set(id, { id, name, count: (byId.get(id)?.count ?? 0) + 1 })
  return [...byId.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}
