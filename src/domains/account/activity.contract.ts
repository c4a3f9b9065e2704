/** An undecryptable Connection has no term. */
export type ActivityEvent =
  | { kind: 'saved_term'; at: string; term_name: string; slug: string; retired: boolean }
  | { kind: 'connection'; at: string; id: string; term_name: string | null }

export type Activity = {
  saved_terms: number
  connections: number
  /** The first and last of each UTC day (ISO 8601), which cover all local days in any time zone. */
  times: string[]
  /** Newest first. */
  latest: ActivityEvent[]
}
