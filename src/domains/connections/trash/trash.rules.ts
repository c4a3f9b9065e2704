/** How long a deleted Connection rests. The database's policy `deleted_entries_expired` says the same. */
const trashDays = 30

/** When a deleted Connection is erased. @param deletedAt ISO 8601 */
export const erasedAt = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + trashDays * 24 * 60 * 60 * 1000).toISOString()
