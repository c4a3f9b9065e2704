/** An event in Recent Activity. An undecryptable Connection has no term. */
export type ActivityEvent =
  | { kind: 'saved_term'; at: string; term_name: string; slug: string; retired: boolean }
  | { kind: 'connection'; at: string; id: string; term_name: string | null }

/** A user's activity on the dashboard (design, section 2). */
export type Activity = {
  saved_terms: number
  connections: number
  /**
   * Times of saves and Connections (ISO 8601): the first and last of each UTC day. These cover the same local days as all times, in any
   * time zone.
   */
  times: string[]
  /** Newest first. */
  latest: ActivityEvent[]
}
