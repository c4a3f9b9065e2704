import type { Database } from '../../../platform/database/pool.server.ts'

/**
 * Somebody who was nobody has shown who they are: by an address, a phone or a provider. What they wrote before is theirs still.
 *
 * @returns whether they were nobody
 */
export async function markPermanent(transaction: Database, user_id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('auth.users')
    .set({ is_anonymous: false })
    .where('id', '=', user_id)
    .where('is_anonymous', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
