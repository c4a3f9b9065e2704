import type { Entry } from '../connections/entries.contract.ts'
import type { SavedTerm } from '../favorites/favorites.contract.ts'

/** An undecryptable Connection has no term. A locked one has what opens it in the browser, which then names its term. */
export type ActivityEvent =
  | { kind: 'saved_term'; at: string; term_name: string; slug: string; retired: boolean }
  | ({ kind: 'connection'; at: string; id: string; term_name: string | null } & Partial<LockedEvent>)

type LockedEvent = Pick<Entry, 'user_id' | 'revision' | 'term' | 'created_at'> & {
  locked: NonNullable<Entry['locked']>
}

export type Activity = {
  saved_terms: number
  connections: number
  /** The first and last of each UTC day (ISO 8601), which cover all local days in any time zone. */
  times: string[]
  /** Newest first. */
  latest: ActivityEvent[]
}

export function toSavedTermEvent({ created_at: at, term }: SavedTerm): ActivityEvent {
  const { term_name, slug, retired } = term
  return { kind: 'saved_term', at, term_name, slug, retired }
}

export const toConnectionEvent = ({ created_at: at, id, term, ...entry }: Entry): ActivityEvent => {
  const { locked, user_id, revision } = entry
  return {
    kind: 'connection',
    ...{ at, id, term_name: term?.term_name ?? null },
    ...(locked && { locked, user_id, revision, term, created_at: at }),
  }
}

/** An event with what the browser opened: the server knows neither the term of a locked Connection nor its exact time. */
export const nameEvent = (event: ActivityEvent): ActivityEvent =>
  event.kind === 'connection' && event.created_at && !event.locked
    ? { ...event, at: event.created_at, term_name: event.term?.term_name ?? null }
    : event
