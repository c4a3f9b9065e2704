import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { findRunningPostgres } from '../../packages/embedded-postgres/find-running.ts'
import { type EntryDocument, emptyDocument } from '../../src/domains/connections/document/document.rules.ts'
import { entryContext } from '../../src/domains/connections/encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from '../../src/domains/connections/encryption.writes.server.ts'
import { createOwner } from '../../src/platform/create-owner.ts'
import { masterKey } from '../../src/platform/crypto.server.ts'
import { openDatabase } from '../../src/platform/database/pool.server.ts'
import { roles } from '../../src/platform/database/roles.server.ts'
import { withOwner } from '../../src/platform/database/with-owner.server.ts'

/** Limited by the number of parameters of a statement. */
const batchSize = 1_000

/**
 * Inserts Connections an hour apart, the last one the newest, into the database of a running product: more than the daily limit.
 *
 * @param folder the product's DATA_DIR
 * @param contents texts, or documents with dates, tags and records
 */
export async function writeEntries(
  folder: string,
  user_id: string,
  contents: (string | Partial<EntryDocument>)[],
): Promise<void> {
  const connect = await findRunningPostgres(folder)
  if (!connect) throw new Error('no PostgreSQL runs there')
  const key = masterKey(Buffer.from((await readFile(join(folder, 'master.key'), 'utf8')).trim(), 'base64'))
  const database = openDatabase(connect(roles.app), roles.app, 1)
  const ignore = () => {}
  const journal = { masterKey: key, log: { debug: ignore, info: ignore, warn: ignore, error: console.error } }
  const owner = createOwner({ user_id, session_id: uuidv7(), status: 'active', journals: true })
  const firstTime = Date.now() - contents.length * 3_600_000
  try {
    for (let from = 0; from < contents.length; from += batchSize) {
      await withOwner(database, owner, async (own) => {
        const dataKey = await ensureDataKey(own, journal, owner)
        if (dataKey === 'undecryptable') throw new Error(dataKey)
        const rows = contents.slice(from, from + batchSize).map((content, index) => {
          const time = new Date(firstTime + (from + index) * 3_600_000)
          const entry = { user_id, id: uuidv7(), revision: 1 }
          const document = { ...emptyDocument, ...(typeof content === 'string' ? { content } : content) }
          return {
            ...entry,
            entry_type: 'freeform' as const,
            sealed: encryptDocument(dataKey, document, entryContext(entry)),
            created_at: time,
            updated_at: time,
          }
        })
        await own.insertInto('journal_entries').values(rows).execute()
      })
    }
  } finally {
    await database.destroy()
  }
}
