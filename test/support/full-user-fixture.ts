import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { saveDraft } from '../../src/domains/connections/drafts/drafts.writes.server.ts'
import { changeEntry, saveEntry } from '../../src/domains/connections/entries.writes.server.ts'
import { deleteEntry } from '../../src/domains/connections/trash/trash.writes.server.ts'
import { saveTerm } from '../../src/domains/favorites/favorites.writes.server.ts'
import { syncGlossary } from '../../src/domains/glossary/source/glossary-source.writes.server.ts'
import type { keeps } from '../../src/domains/identity/identity.personal-data.server.ts'
import { sessionCookies } from '../../src/domains/identity/identity.rules.ts'
import { createOwner } from '../../src/platform/create-owner.ts'
import { hashToken, randomToken } from '../../src/platform/crypto.server.ts'
import type { Owner } from '../../src/platform/owner.ts'
import { testKeyring } from './locked-journal.ts'
import { sourceTerm } from './source-terms.ts'
import type { TestDatabase } from './test-database.ts'
import { testJournal } from './user.ts'

const later = new Date('2100-01-01T00:00:00Z')

/**
 * Creates a recently authenticated user with a row in every identity table. Secrets are random, so that tests can search for them.
 *
 * @param all a superuser's connection
 */
export async function createUserWithIdentityData(
  all: pg.Client,
  email: string,
  status: Owner['status'] = 'active',
) {
  const [user_id, session_id, factor_id] = [uuidv7(), uuidv7(), uuidv7()]
  const cookie = randomToken()
  const secrets = Array.from({ length: 9 }, () => randomBytes(32))
  const [refresh, link, code, sealed, recovery, state, flow, hash, credential] = secrets as [
    Buffer,
    ...Buffer[],
  ]
  const values: Record<(typeof keeps)[number], object> = {
    'auth.users': {
      ...{
        id: user_id,
        email,
        email_key: email,
        email_confirmed_at: new Date('2026-01-02T00:00:00Z'),
        status,
      },
      ...{ password_hash: hash?.toString('hex'), of_age_at: new Date('2026-01-01T00:00:00Z') },
      ...{
        user_metadata: { shoe: 'left' },
        new_email: `new-${email}`,
        new_email_until: new Date('2100-01-01'),
      },
    },
    'auth.sessions': {
      ...{ id: session_id, user_id, token_hash: hashToken(cookie), device: 'Firefox on Linux' },
      ...{
        amr: '[{"method":"password","timestamp":1}]',
        expires_at: later,
        proven_at: new Date('2026-03-04T12:00:00Z'),
      },
    },
    'auth.refresh_tokens': { token_hash: refresh, session_id },
    'auth.mail_tokens': {
      ...{ id: uuidv7(), user_id, purpose: 'recovery', sent_to: email, expires_at: later },
      ...{ token_hash: link, code_hash: code },
    },
    'auth.factors': {
      ...{ id: factor_id, user_id, factor_type: 'totp', friendly_name: 'My phone', secret_sealed: sealed },
      credential: { publicKey: credential?.toString('base64url') },
    },
    'auth.challenges': {
      id: uuidv7(),
      factor_id,
      challenge: sealed?.toString('base64url'),
      expires_at: later,
    },
    'auth.recovery_codes': { user_id, code_hash: recovery },
    'auth.identities': {
      ...{ id: uuidv7(), user_id, provider: 'email', provider_id: user_id },
      identity_data: { email },
    },
    'auth.oauth_states': { id: uuidv7(), state_hash: state, user_id, sealed: flow, expires_at: later },
    profiles: { id: user_id, username: 'Ana', first_name: 'Ánh <b>' },
  }
  for (const [table, row] of Object.entries(values)) {
    const placeholders = Object.keys(row).map((_column, index) => `$${index + 1}`)
    await all.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${placeholders.join(', ')})`,
      Object.values(row),
    )
  }
  return {
    owner: createOwner({ user_id, session_id, status, journals: true }),
    user_id,
    ids: [user_id, session_id, factor_id, email],
    secrets,
    /** The `Cookie` header. */
    cookie: sessionCookies(cookie)[0]?.split(';')[0] ?? '',
  }
}

/**
 * Creates a user with a row in every personal table: a lock that encrypts nothing, a saved term, these Connections in order, of which the last was changed
 * once, a deleted one, and two drafts.
 *
 * @param words contents of the Connections; every second one links the term
 */
export async function createFullUser(
  database: TestDatabase,
  all: pg.Client,
  email: string,
  words: string[] = ['It rained.', 'She said it never happened.'],
) {
  const user = await createUserWithIdentityData(all, email)
  const { owner } = user
  const { journal, advance: pass } = testJournal(database)
  await syncGlossary(database.owner, [sourceTerm('Word Salad')])
  const { id: term_id } = await database.app
    .selectFrom('terms')
    .select('id')
    .where('slug', '=', 'word-salad')
    .executeTakeFirstOrThrow()
  await saveTerm(journal, owner, term_id)
  const contents = words.map((content, index) => ({
    content,
    linked_term_id: index % 2 ? term_id : null,
  }))
  async function write(entry: (typeof contents)[number], before?: string): Promise<string> {
    const saved = await saveEntry(journal, owner, { ...entry, content: before ?? entry.content })
    if (saved.outcome !== 'saved') throw new Error(saved.outcome)
    if (before === undefined) return saved.entry.id
    const changed = await changeEntry(journal, owner, saved.entry.id, { revision: 1, ...entry })
    if (changed.outcome !== 'saved') throw new Error(changed.outcome)
    return saved.entry.id
  }
  const entries: string[] = []
  for (const content of contents) {
    pass(1000)
    // The last one has an earlier version.
    const isLast = entries.length === contents.length - 1
    entries.push(await write(content, isLast ? 'Not yet so.' : undefined))
  }
  const deleted = await write({ content: 'Thrown away', linked_term_id: term_id }, 'Not yet thrown away')
  if (!(await deleteEntry(journal, owner, deleted))) throw new Error('nothing was deleted')
  const draft = { writer: null, sequence: 0, revision: null, linked_term_id: term_id }
  const [edited = ''] = entries
  const drafts = [
    await saveDraft(journal, owner, uuidv7(), { ...draft, content: 'Not yet', entry_revision: null }),
    await saveDraft(journal, owner, edited, { ...draft, content: 'Better so', entry_revision: 1 }),
  ]
  if (drafts.some(({ outcome }) => outcome !== 'saved')) throw new Error('a draft was not saved')
  // Unlocked but for its last step, so that the journal takes plain text.
  const keyring = testKeyring(owner)
  await all.query(`insert into journal_locks values ($1, $2, 'unlocking', 1, $3, $4)`, [
    ...[user.user_id, keyring.lock_id, JSON.stringify(keyring), new Date('2026-03-04T12:00:00Z')],
  ])
  return { ...user, contents, entries, term_id, journal }
}
