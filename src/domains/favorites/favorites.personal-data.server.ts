import type { Database } from '../../platform/database/pool.server.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'

/** Personal data, deleted by cascade. @public for test/architecture/data-retention.db.test.ts */
export const keeps = ['saved_terms'] as const

/** Exports favorites, oldest first. */
export const exportFavorites = (database: Database, owner: Owner) =>
  withOwner(database, owner, (own) =>
    own
      .selectFrom('saved_terms as s')
      .innerJoin('terms as t', 't.id', 's.term_id')
      .select(['s.id', 's.term_id', 't.term_name', 't.slug', 's.created_at'])
      .where('s.user_id', '=', owner.user_id)
      .orderBy('s.created_at')
      .orderBy('s.id')
      .execute(),
  )
