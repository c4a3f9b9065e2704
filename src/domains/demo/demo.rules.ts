import { toConnectionEvent, toSavedTermEvent } from '../account/activity.contract.ts'
import type { EntryList } from '../connections/entries.contract.ts'
import { type SavedTerms, withCounts } from '../favorites/favorites.contract.ts'
import type { Term } from '../glossary/terms.contract.ts'
import { type Demo, demoStats, type Samples } from './demo.contract.ts'

const day = 24 * 60 * 60_000
const user_id = 'sample'

/** The slugs of all terms in the demo. */
export const namedTerms = ({ connections, favorites, terms, term_of_the_day }: Samples): string[] => [
  ...new Set([
    ...connections.flatMap(({ term }) => term ?? []),
    ...favorites.map(({ term }) => term),
    ...terms,
    term_of_the_day,
  ]),
]

const record = { place: '', people: '', proof: '', disclosed_to: '' }

/** Converts the samples; omits a favorite without its term. */
export function buildDemo(samples: Samples, terms: Term[], now: Date): Demo {
  const bySlug = new Map(terms.map((term) => [term.slug, { ...term, retired: false }]))
  // Varies the time of day.
  const timeBefore = (days_ago: number, index: number) =>
    new Date(now.getTime() - days_ago * day - ((1 + index * 97) % 300) * 60_000).toISOString()

  const entries = samples.connections.map(({ days_ago, content, term: slug, tags }, index) => {
    const term = bySlug.get(slug ?? '') ?? null
    const at = timeBefore(days_ago, index)
    return {
      id: `sample-connection-${index + 1}`,
      user_id,
      tags,
      record,
      happened: null,
      content,
      linked_term_id: term?.id ?? null,
      linked_term_ids: term ? [term.id] : [],
      terms: term ? [term] : [],
      entry_type: term ? ('term_linked' as const) : ('freeform' as const),
      term,
      revision: 1,
      created_at: at,
      updated_at: at,
    }
  })
  const saved_terms = samples.favorites.flatMap(({ days_ago, term: slug }, index) => {
    const term = bySlug.get(slug)
    const id = `sample-favorite-${index + 1}`
    return term ? [{ id, user_id, term_id: term.id, created_at: timeBefore(days_ago, index + 1), term }] : []
  })
  const favorites = withCounts(saved_terms)
  return {
    terms,
    today: bySlug.get(samples.term_of_the_day),
    entries: { entries, next: null, ...entryCounts(entries, samples.connections) },
    favorites,
    activity: {
      saved_terms: favorites.total,
      connections: entries.length,
      latest: latestActivity(entries, saved_terms),
    },
    days_active: demoStats.days_active,
  }
}

/** `this_month`: the last 30 days. */
function entryCounts(entries: EntryList['entries'], samples: Samples['connections']) {
  const linked = entries.filter(({ linked_term_id }) => linked_term_id !== null).length
  const this_month = samples.filter(({ days_ago }) => days_ago < 30).length
  return { total: entries.length, this_month, linked, freeform: entries.length - linked }
}

/** Three items, like the specification's static samples. */
function latestActivity(
  entries: EntryList['entries'],
  saved_terms: SavedTerms['saved_terms'],
): Demo['activity']['latest'] {
  const connections = entries.slice(0, 2).map(toConnectionEvent)
  const favorites = saved_terms.slice(0, 1).map(toSavedTermEvent)
  return [...connections, ...favorites].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
