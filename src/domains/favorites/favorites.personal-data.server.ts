import type { Database } from '../../platform/database/pool.server.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'

/**
 * The tables of people that this domain keeps (test/architecture/data-retention.db.test.ts). They go with the account: `on delete cascade`.
 *
 * @public read by the house test, by its file's name
 */
export const keeps = ['saved_terms'] as const

/** What favorites give a person who asks for their data: each term by its name, and when it was saved; the oldest first. */
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
