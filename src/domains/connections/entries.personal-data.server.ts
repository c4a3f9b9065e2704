import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Draft } from './drafts.contract.ts'
import { openDrafts } from './drafts.reads.server.ts'
import type { Journal } from './encryption.reads.server.ts'
import type { Entry } from './entries.contract.ts'
import { decryptEntries } from './entries.reads.server.ts'

/**
 * The tables of people that this domain keeps (test/architecture/data-retention.db.test.ts). They go with the account, the key among them:
 * `on delete cascade`.
 *
 * @public read by the house test, by its file's name
 */
export const keeps = ['data_keys', 'journal_entries', 'journal_drafts'] as const

/** As many rows as are opened at once, so that no length of journal fills the memory of the server. */
const batch = 20

type Place = Pick<Selectable<Tables['journal_entries']>, 'created_at' | 'id'>

/**
 * Every Connection of a person who asks for their data, the oldest first, a few at a time; each read is a transaction of its
 * own, so a slow reader holds nothing. One that does not open comes with `content: null`, so that the count is right.
 *
 * @throws when the person's key does not open: an archive without their words would look whole
 */
export async function* exportEntries(journal: Journal, owner: Owner): AsyncGenerator<Entry[]> {
  let last: Place | undefined
  do {
    const after = last
    const { rows, entries } = await withOwner(journal.database, owner, async (own) => {
      const rows = await own
        .selectFrom('journal_entries')
        .selectAll()
        .where('user_id', '=', owner.user_id)
        .$if(after !== undefined, (all) =>
          all.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '>', tuple((after as Place).created_at, (after as Place).id)),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(batch)
        .execute()
      return { rows, entries: await decryptEntries(own, journal, owner, rows) }
    })
    if (entries === 'locked') throw new Error('the data key does not open')
    if (entries.length > 0) yield entries
    last = rows.length === batch ? rows.at(-1) : undefined
  } while (last)
}

/** Every draft of a person who asks for their data. @throws as `exportEntries` */
export async function exportDrafts(journal: Journal, owner: Owner): Promise<Draft[]> {
  return withOwner(journal.database, owner, async (own) => {
    const rows = await own
      .selectFrom('journal_drafts')
      .selectAll()
      .where('user_id', '=', owner.user_id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const drafts = await openDrafts(own, journal, owner, rows)
    if (drafts === 'locked') throw new Error('the data key does not open')
    return drafts
  })
}
