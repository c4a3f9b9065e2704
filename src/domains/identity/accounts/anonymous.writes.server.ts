import type { Database } from '../../../platform/database/pool.server.ts'

/** Makes an account permanent; returns whether it was anonymous. */
export async function markPermanent(transaction: Database, user_id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('auth.users')
    .set({ is_anonymous: false })
    .where('id', '=', user_id)
    .where('is_anonymous', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
