/** Something a person did, for Recent Activity. A Connection that does not open has no term. */
export type ActivityEvent =
  | { kind: 'saved_term'; at: string; term_name: string; slug: string; retired: boolean }
  | { kind: 'connection'; at: string; id: string; term_name: string | null }

/** What the dashboard shows of a person's own doing (design, section 2). */
export type Activity = {
  saved_terms: number
  connections: number
  /**
   * Times of saves and Connections (ISO 8601, UTC): the first and the last of each UTC day, which fall on the same local days
   * as all of them, wherever the browser is.
   */
  times: string[]
  /** The latest first. */
  latest: ActivityEvent[]
}
