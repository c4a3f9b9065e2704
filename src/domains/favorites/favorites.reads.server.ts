import { sql, type Transaction } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { type SavedTerm, type SavedTerms, withCounts } from './favorites.contract.ts'

type OwnTransaction = Transaction<Tables>

/** Lists saved terms, newest first, retired ones included. */
export async function listSavedTerms(
  database: Database,
  owner: Owner,
  slugs?: string[],
): Promise<SavedTerms> {
  const rows = await withOwner(database, owner, (own) =>
    savedTermsQuery(own, owner)
      .$if(slugs !== undefined, (query) => query.where('t.slug', 'in', slugs ?? []))
      .execute(),
  )
  return withCounts(toSavedTerms(rows))
}

export async function readSavedTerm(
  database: Database,
  owner: Owner,
  term_id: string,
): Promise<SavedTerm | undefined> {
  if (!isUuid(term_id)) return undefined
  return withOwner(database, owner, async (own) => {
    const [savedTerm] = toSavedTerms(
      await savedTermsQuery(own, owner).where('term_id', '=', term_id).execute(),
    )
    return savedTerm
  })
}

/** Lists the ids of saved terms. */
export async function listSavedTermIds(database: Database, owner: Owner): Promise<string[]> {
  const rows = await withOwner(database, owner, (own) =>
    own.selectFrom('saved_terms').select('term_id').where('user_id', '=', owner.user_id).execute(),
  )
  return rows.map(({ term_id }) => term_id)
}

/** `times`: the first and last of each UTC day, enough to count local days anywhere. */
export async function readSavedActivity(own: OwnTransaction, owner: Owner, latest: number) {
  const { rows } = await sql<{ count: string; first: Date; last: Date }>`
    select count(*) as count, min(created_at) as first, max(created_at) as last
      from saved_terms where user_id = ${owner.user_id} group by (created_at at time zone 'UTC')::date`.execute(
    own,
  )
  return {
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    times: rows.flatMap(({ first, last }) => [first, last]),
    latest: toSavedTerms(await savedTermsQuery(own, owner).limit(latest).execute()),
  }
}

/** Saved terms with their glossary terms, newest first. */
export const savedTermsQuery = (own: OwnTransaction, owner: Owner) =>
  own
    .selectFrom('saved_terms as s')
    .innerJoin('terms as t', 't.id', 's.term_id')
    .select(['s.id', 's.user_id', 's.term_id', 's.created_at'])
    .select(['t.term_name', 't.slug', 't.type', 't.definition', 't.tags'])
    .select(sql<boolean>`t.retired_at is not null`.as('retired'))
    .where('s.user_id', '=', owner.user_id)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')

type Row = Omit<SavedTerm, 'created_at' | 'term'> & Omit<SavedTerm['term'], 'id'> & { created_at: Date }

export const toSavedTerms = (rows: Row[]): SavedTerm[] =>
  rows.map(({ id, user_id, term_id, created_at, ...term }) => ({
    id,
    user_id,
    term_id,
    created_at: created_at.toISOString(),
    term: { id: term_id, ...term },
  }))
