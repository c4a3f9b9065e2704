import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequestContext, request as playwright } from 'playwright'
import { expect, test } from 'vitest'
import { dataKeyContext, entryContext } from '../../src/domains/connections/encryption.reads.server.ts'
import { readEncryptedFile } from '../../src/platform/backup/encrypted-file.server.ts'
import { type EncryptionKey, masterKey, unseal } from '../../src/platform/crypto.server.ts'
import { newEmail, password } from '../support/account.ts'
import { lockJournal, request } from '../support/locked-by-request.ts'
import { operator } from '../support/operator.ts'
import { queryOwn, startFixture } from '../support/start-directory.ts'

const { clone, newDataDir, newFolder, start } = startFixture()

type Row = Record<string, string>

/** The rows of a backup, by table. */
async function rowsOf(path: string, identity: string): Promise<Map<string, Row[]>> {
  const pieces: Buffer[] = []
  for await (const piece of readEncryptedFile(path, identity)) pieces.push(piece)
  const tables = new Map<string, Row[]>()
  let columns: string[] = []
  let rows: Row[] | undefined
  for (const line of Buffer.concat(pieces).toString('utf8').split('\n')) {
    const [, table = '', names = ''] = /^COPY (\S+) \((.*)\) FROM stdin;$/.exec(line) ?? []
    if (table) {
      columns = names.split(', ')
      rows = []
      tables.set(table, rows)
    } else if (line === '\\.') rows = undefined
    else if (rows) {
      const values = line.split('\t').map((value) => value.replaceAll('\\\\', '\\'))
      rows.push(Object.fromEntries(columns.map((name, place) => [name, values[place] ?? ''])))
    }
  }
  return tables
}

const bytesOf = (hex = '') => Buffer.from(hex.replace(/^\\x/, ''), 'hex')

/** All contexts in which the server encrypts a row. */
const contextsOf = ({ user_id = '', id = '', revision = '' }: Row): string[][] =>
  [...new Set([Number(revision), 1, 2, 3])].flatMap((number) => {
    const context = [...entryContext({ user_id, id, revision: number })]
    return [context, ['journal_drafts', user_id, 'sealed', id], ['journal_drafts', ...context.slice(1)]]
  })

/** Tries all keys on all rows. @returns how many have opened */
function openAll(rows: readonly Row[], keys: readonly EncryptionKey[]): number {
  const opens = (row: Row) =>
    keys.some((key) =>
      contextsOf(row).some((context) => {
        try {
          return unseal(key, bytesOf(row.sealed), context).includes('"content"')
        } catch {
          return false
        }
      }),
    )
  return rows.filter(opens).length
}

const journalTables = ['journal_entries', 'entry_versions', 'deleted_entries']

async function signUp(address: string): Promise<{ request: APIRequestContext }> {
  const context = await playwright.newContext({ baseURL: address })
  const answer = await context.post(`${address}/auth-test?mode=sign-up`, {
    form: { email: newEmail(), password, of_age: 'on' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  return { request: context }
}

test('With every master key, database and backup in hand, no entry of a locked journal opens', async () => {
  const folder = await newFolder()
  const [backups, keyFile] = [join(folder, 'backups'), join(folder, 'key')]
  const DATA_DIR = await newDataDir()
  const [, BACKUP_RECIPIENT = ''] =
    /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(await operator(clone, {}, 'backup-key', keyFile)) ?? []
  const env = { DATA_DIR, BACKUP_RECIPIENT }
  const identity = /AGE-SECRET-KEY-\S+/.exec(await readFile(keyFile, 'utf8'))?.[0] ?? ''
  const { address } = await start(env)
  const masterKeys: Buffer[] = []
  const keepMasterKey = async () =>
    masterKeys.push(Buffer.from((await readFile(join(DATA_DIR, 'master.key'), 'utf8')).trim(), 'base64'))
  const taken: string[] = []
  /** A backup with the keys of its time, copied away. */
  async function backUp(name: string) {
    expect(await operator(clone, env, 'backup', backups)).toContain('is made')
    await mkdir(join(folder, name))
    for (const file of await readdir(backups)) await copyFile(join(backups, file), join(folder, name, file))
    taken.push(name)
  }
  await keepMasterKey()

  const [ana, bea] = [await signUp(address), await signUp(address)]
  for (const person of [ana, bea]) {
    const { id } = await request(person, address, 'POST', '/journal-entries', { content: 'First.' })
    await request(person, address, 'PATCH', `/journal-entries/${id}`, { revision: 1, content: 'Second.' })
    const gone = await request(person, address, 'POST', '/journal-entries', { content: 'Gone.' })
    await request(person, address, 'DELETE', `/journal-entries/${gone.id}`)
  }
  await backUp('before')
  const { user_id } = await lockJournal(ana, address)
  await backUp('locked')
  expect(await operator(clone, env, 'master-key', 'rotate')).toContain('The new master key is in use')
  await keepMasterKey()
  await backUp('rotated')

  // All keys that were ever wrapped by a master key, from the database and each backup of the keys.
  const wrapped: Row[] = (
    await queryOwn(DATA_DIR, 'select user_id, key_id, wrapped::text as wrapped from data_keys')
  ).map((row) => row as Row)
  const rows = new Map<string, Row[]>()
  for (const name of taken) {
    const files = await readdir(join(folder, name))
    for (const file of files) {
      const tables = await rowsOf(join(folder, name, file), identity)
      wrapped.push(...(tables.get('data_keys') ?? []))
      if (file.startsWith('unfog-'))
        rows.set(
          `${name} ${file}`,
          journalTables.flatMap((table) => tables.get(table) ?? []),
        )
    }
  }
  const own: Row[] = []
  for (const table of journalTables)
    own.push(
      ...((await queryOwn(
        DATA_DIR,
        `select user_id, id, revision::text as revision, sealed::text as sealed from ${table}`,
      )) as Row[]),
    )
  rows.set('database', own)
  const masters = masterKeys.map((bytes) => masterKey(bytes))
  const dataKeys = wrapped.flatMap((row) =>
    masters.flatMap((master) => {
      try {
        const context = dataKeyContext(row.user_id ?? '', row.key_id ?? '')
        return Buffer.from(unseal(master, bytesOf(row.wrapped), context), 'base64')
      } catch {
        return []
      }
    }),
  )
  const keys: EncryptionKey[] = [...masters, ...masterKeys, ...dataKeys]
  expect(dataKeys.length, 'before: of both').toBeGreaterThanOrEqual(4)

  const results = [...rows].map(([name, each]) => {
    const [ofAna, others] = [
      each.filter((row) => row.user_id === user_id),
      each.filter((row) => row.user_id !== user_id),
    ]
    return {
      name: name.split(' ')[0],
      ana: [openAll(ofAna, keys), ofAna.length],
      bea: [openAll(others, keys), others.length],
    }
  })
  // A backup has those before it in its folder. The one from before the lock opens until it is deleted (docs/decisions/042).
  const locked = { ana: [0, 3], bea: [3, 3] }
  const before = { ana: [3, 3], bea: [3, 3] }
  const expected = [before, before, locked, before, locked, locked, locked]
  expect(results.map(({ ana, bea }) => ({ ana, bea }))).toEqual(expected)
}, 300_000)
