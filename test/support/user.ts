import { v7 as uuidv7 } from 'uuid'
import type { Journal } from '../../src/domains/connections/encryption.reads.server.ts'
import { saveEntry } from '../../src/domains/connections/entries.writes.server.ts'
import { saveBySlug } from '../../src/domains/favorites/favorites.writes.server.ts'
import type { SourceTerm } from '../../src/domains/glossary/source/glossary-source.contract.ts'
import { syncGlossary } from '../../src/domains/glossary/source/glossary-source.writes.server.ts'
import { sessionCookies } from '../../src/domains/identity/identity.rules.ts'
import { createOwner } from '../../src/platform/create-owner.ts'
import { hashToken, masterKey, randomToken } from '../../src/platform/crypto.server.ts'
import type { LogFields } from '../../src/platform/log.server.ts'
import type { Owner } from '../../src/platform/owner.ts'
import type { TestDatabase } from './test-database.ts'

export type TestUser = {
  owner: Owner
  user_id: string
  /** The `Cookie` header. */
  cookie: string
}

/** Creates a user with a long session. */
export async function createTestUser(
  database: Pick<TestDatabase, 'auth'>,
  status: Owner['status'] = 'active',
): Promise<TestUser> {
  const [user_id, session_id, token] = [uuidv7(), uuidv7(), randomToken()]
  await database.auth.insertInto('auth.users').values({ id: user_id, status }).execute()
  await database.auth
    .insertInto('auth.sessions')
    .values({ id: session_id, user_id, token_hash: hashToken(token), expires_at: new Date('2100-01-01') })
    .execute()
  const owner = createOwner({ user_id, session_id, status, journals: true })
  return { owner, user_id, cookie: sessionCookies(token)[0]?.split(';')[0] ?? '' }
}

/** Journal dependencies with a settable clock and a recorded log. */
export function testJournal(database: Pick<TestDatabase, 'app'>) {
  const time = { now: new Date('2026-03-04T12:00:00Z') }
  const lines: { level: string; message: string; fields: LogFields | undefined }[] = []
  const logAt = (level: string) => (message: string, fields?: LogFields) => {
    lines.push({ level, message, fields })
  }
  const journal: Journal = {
    database: database.app,
    masterKey: masterKey(Buffer.alloc(32, 7)),
    clock: { now: () => time.now },
    log: { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
  }
  const advance = (milliseconds: number) => {
    time.now = new Date(time.now.getTime() + milliseconds)
  }
  return { journal, time, lines, advance }
}

/** Replaces the glossary. @returns the ids of all terms ever synced, by slug */
export async function syncTerms(
  database: TestDatabase,
  files: SourceTerm[],
): Promise<Record<string, string>> {
  await syncGlossary(database.owner, files)
  const rows = await database.app.selectFrom('terms').select(['id', 'slug']).execute()
  return Object.fromEntries(rows.map(({ id, slug }) => [slug, id]))
}

/** Saves a Connection. */
export async function saveTestEntry(
  journal: Journal,
  { owner }: TestUser,
  input: { content: string; id?: string; linked_term_id?: string | null },
) {
  const written = await saveEntry(journal, owner, { linked_term_id: null, ...input })
  if (written.outcome !== 'saved') throw new Error(written.outcome)
  return written.entry
}

/** Saves a favorite. */
export async function saveFavorite(journal: Journal, { owner }: TestUser, slug: string) {
  const saved = await saveBySlug(journal, owner, slug)
  if (saved.outcome !== 'saved') throw new Error(saved.outcome)
  return saved.saved_term
}
