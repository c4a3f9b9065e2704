import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { ensureRoles } from '../../platform/database/roles.server.ts'
import { migrationsFolder } from '../boot/database.ts'

const database = testDatabase()

describe('The operator command', () => {
  const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'operator.ts')
  const run = (env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      (thrown: { code: number; stdout: string; stderr: string }) => ({
        code: thrown.code,
        output: thrown.stdout + thrown.stderr,
      }),
    )

  test('works while the server runs, and reports when it does not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unfog-operator-'))
    const DATA_DIR = join(folder, 'data')
    const none = {
      code: 1,
      output: `No server runs on ${DATA_DIR}: start it first, because the accounts are in its database.\n`,
    }
    try {
      expect(await run({ DATA_DIR }, 'user', 'list')).toEqual(none)
      const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, holder: 'unfog operator tests' })
      try {
        const client = new pg.Client(postgres.connection('unfog_superuser'))
        await client.connect()
        await ensureRoles(client, 'peer')
        expect(await run({ DATA_DIR }, 'user', 'list')).toEqual({
          code: 1,
          output:
            'This database is not ready for accounts: start the server first, which makes what is missing or says what is.\n',
        })
        await migrate(client, migrationsFolder)
        await client.query(
          "insert into auth.users (id, email, email_key) values (gen_random_uuid(), 'a@b.c', 'a@b.c')",
        )
        await client.end()
        expect(await run({ DATA_DIR }, 'user', 'suspend', 'a@b.c')).toMatchObject({ code: 0 })
        expect((await run({ DATA_DIR }, 'user', 'list')).output).toMatch(/^a@b\.c\tsuspended\t/)
        expect(await run({ DATA_DIR }, 'user', 'erase', 'a@b.c', '--yes', 'a@b.c')).toEqual({
          code: 0,
          output: 'a@b.c is now erased.\n',
        })
      } finally {
        await postgres.stop()
      }
      expect(await run({ DATA_DIR }, 'user', 'list')).toEqual(none)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test.each([
    [['user', 'show', 'a@b.c', '--force'], "Unknown option '--force'.\n"],
    [['user', 'erase', 'a@b.c', '--yes'], "Option '--yes <value>' argument missing.\n"],
    [['user'], /^Type: npm run operator .*\n$/],
  ])('rejects %j with one sentence', async (args, sentence) => {
    const { code, output } = await run({}, ...args)
    expect(output).toMatch(sentence)
    expect(code).toBe(1)
  })

  test('uses the database of DATABASE_URL, or reports a failed connection without the password', async () => {
    const MASTER_KEY = Buffer.alloc(32).toString('base64')
    const {
      host,
      port,
      database: name,
      user,
    } = database.at('unfog_superuser') as Exclude<
      ReturnType<typeof database.at>,
      { connectionString: string }
    >
    const DATABASE_URL = `postgres:///${name}?host=${host}&port=${port}&user=${user}`
    expect(await run({ DATABASE_URL, MASTER_KEY }, 'user', 'list')).toEqual({
      code: 0,
      output: 'There are no accounts.\n',
    })
    // Port 1 of the loopback: nothing listens there.
    expect(
      await run({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/unfog', MASTER_KEY }, 'user', 'list'),
    ).toEqual({
      code: 1,
      output:
        'The database of DATABASE_URL cannot be reached (ECONNREFUSED): start it, or correct the address.\n',
    })
  })
})
