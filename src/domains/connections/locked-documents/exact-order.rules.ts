type Timed = { created_at: string; id: string }

const newestFirst = (one: Timed, other: Timed) =>
  one.created_at === other.created_at ? compare(other.id, one.id) : compare(other.created_at, one.created_at)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Entries by their exact times. The server sorts a locked journal by the hour. */
export const inExactOrder = <Entry extends Timed>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort(newestFirst)

/**
 * As `inExactOrder`, without the last hour while more is to come: its other entries may be on the next page. So the list grows only at its
 * end.
 *
 * @param entries as the server sorts them
 */
export function completeHours<Entry extends Timed>(entries: readonly Entry[], hasMore: boolean): Entry[] {
  const last = hasMore ? hourOf(entries.at(-1)) : undefined
  return inExactOrder(last === undefined ? entries : entries.filter((entry) => hourOf(entry) !== last))
}

const hourOf = (entry: Timed | undefined) => entry?.created_at.slice(0, 13)
