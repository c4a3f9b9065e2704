import type { Transaction } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import { mayWrite, type Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SavedTerm } from './favorites.contract.ts'
import { presentAll, savedTerms } from './favorites.reads.server.ts'

type Place = Pick<Platform, 'database' | 'clock'>

export type SaveOutcome =
  | { outcome: 'saved' | 'already'; saved_term: SavedTerm }
  | { outcome: 'no_such_term' | 'restricted' }

/**
 * Saves a term. Saving one that is saved changes nothing and gives what is there (specification point 4), however many do so
 * at once; a term that has left the glossary can be kept, but not saved anew.
 */
export const saveTerm = (place: Place, owner: Owner, term_id: string): Promise<SaveOutcome> =>
  save(place, owner, { column: 'id', value: term_id })

/** The same by its slug: what a visitor wanted when they were asked to sign up. */
export const saveBySlug = (place: Place, owner: Owner, slug: string): Promise<SaveOutcome> =>
  save(place, owner, { column: 'slug', value: slug })

async function save(
  { database, clock }: Place,
  owner: Owner,
  { column, value }: { column: 'id' | 'slug'; value: string },
): Promise<SaveOutcome> {
  if (!mayWrite(owner)) return { outcome: 'restricted' }
  // What can be neither is not looked for: PostgreSQL refuses some of it (a NUL).
  if (!(column === 'id' ? isUuid(value) : /^[a-z0-9-]+$/.test(value))) return { outcome: 'no_such_term' }
  return withOwner(database, owner, async (own) => {
    const term = await own
      .selectFrom('terms')
      .select(['id', 'retired_at'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (!term) return { outcome: 'no_such_term' }
    const made = term.retired_at === null && (await insert(own, owner, term.id, clock.now()))
    const [saved_term] = presentAll(await savedTerms(own, owner).where('s.term_id', '=', term.id).execute())
    if (!saved_term) return { outcome: 'no_such_term' }
    return { outcome: made ? 'saved' : 'already', saved_term }
  })
}

/** @returns whether it was not there before */
async function insert(
  own: Transaction<Tables>,
  owner: Owner,
  term_id: string,
  created_at: Date,
): Promise<boolean> {
  const made = await own
    .insertInto('saved_terms')
    .values({ id: uuidv7(), user_id: owner.user_id, term_id, created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'term_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Removes a term from a person's favorites; of one that is not there nothing is said. A restricted person may. */
export async function removeSavedTerm(
  { database }: Pick<Place, 'database'>,
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
