import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import { canWrite, type Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SavedTerm } from './favorites.contract.ts'
import { savedTermsQuery, toSavedTerms } from './favorites.reads.server.ts'

type Dependencies = Pick<Platform, 'database' | 'clock'>

export type SaveOutcome =
  | { outcome: 'saved' | 'already'; saved_term: SavedTerm }
  | { outcome: 'no_such_term' | 'restricted' }

/** Saves a term; idempotent, also concurrently (specification point 4). Retired terms only stay saved. */
export const saveTerm = (deps: Dependencies, owner: Owner, term_id: string): Promise<SaveOutcome> =>
  save(deps, owner, { column: 'id', value: term_id })

/** Completes a visitor's save after sign-up. */
export const saveBySlug = (deps: Dependencies, owner: Owner, slug: string): Promise<SaveOutcome> =>
  save(deps, owner, { column: 'slug', value: slug })

async function save(
  { database, clock }: Dependencies,
  owner: Owner,
  { column, value }: { column: 'id' | 'slug'; value: string },
): Promise<SaveOutcome> {
  if (!canWrite(owner)) return { outcome: 'restricted' }
  // PostgreSQL throws on some malformed input (NUL).
  if (!(column === 'id' ? isUuid(value) : /^[a-z0-9-]+$/.test(value))) return { outcome: 'no_such_term' }
  return withOwner(database, owner, async (own) => {
    const term = await own
      .selectFrom('terms')
      .select(['id', 'retired_at'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (!term) return { outcome: 'no_such_term' }
    const added =
      term.retired_at === null &&
      (await own
        .insertInto('saved_terms')
        .values({ id: uuidv7(), user_id: owner.user_id, term_id: term.id, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['user_id', 'term_id']).doNothing())
        .returning('id')
        .executeTakeFirst())
    const [saved_term] = toSavedTerms(
      await savedTermsQuery(own, owner).where('s.term_id', '=', term.id).execute(),
    )
    if (!saved_term) return { outcome: 'no_such_term' }
    return { outcome: added ? 'saved' : 'already', saved_term }
  })
}

/** Removes a favorite; idempotent. Restricted users may. */
export async function removeSavedTerm(
  { database }: Pick<Dependencies, 'database'>,
  owner: Owner,
  term_id: string,
): Promise<void> {
  if (!isUuid(term_id)) return
  await withOwner(database, owner, (own) =>
    own
      .deleteFrom('saved_terms')
      .where('user_id', '=', owner.user_id)
      .where('term_id', '=', term_id)
      .execute(),
  )
}
