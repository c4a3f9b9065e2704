import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { cleanUp, copiedClusters, newFolder, postmasterPid, query, startServer } from './embedded.fixture.ts'
import { processState } from './process-status.ts'
import { startEmbeddedPostgres } from './start.ts'

describe('The embedded PostgreSQL', { timeout: 60_000 }, () => {
  afterEach(cleanUp)
  const newCluster = copiedClusters()

  it('is created at the first start, and reused at the second', async () => {
    const { dataDir, cluster } = await newFolder()
    const first = await startEmbeddedPostgres({ dataDir: relative('', dataDir), holder: 'first' })
    const connection = first.connection('unfog_superuser')
    expect(connection.database).toBe('unfog')
    await query(connection, 'create table kept as select 1 as one')
    const pid = await postmasterPid(cluster)
    await Promise.all([first.stop(), first.stop()])
    await first.stop()
    expect(await processState(pid, cluster)).toBe('gone')
    await expect(stat(connection.host)).rejects.toThrow('ENOENT')

    const second = await startEmbeddedPostgres({ dataDir, holder: 'second' })
    expect(await query(second.connection('unfog_superuser'), 'select one from kept')).toEqual([{ one: 1 }])
    await second.stop()
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.log'])
  })

  it('has checksums, UTF-8, a collation independent of the machine, and full durability', async () => {
    const { dataDir } = await newCluster()
    const postgres = await startEmbeddedPostgres({ dataDir, holder: 'test' })
    const settings = await query(
      postgres.connection('unfog_superuser'),
      `select name, setting from pg_settings where name in ('data_checksums', 'server_encoding', 'fsync', 'full_page_writes',
         'synchronous_commit', 'autovacuum', 'listen_addresses', 'unix_socket_permissions', 'log_statement',
         'log_min_error_statement', 'log_parameter_max_length', 'log_parameter_max_length_on_error')`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      server_encoding: 'UTF8',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      autovacuum: 'on',
      listen_addresses: '',
      unix_socket_permissions: '0700',
      log_statement: 'none',
      log_min_error_statement: 'panic',
      log_parameter_max_length: '0',
      log_parameter_max_length_on_error: '0',
    })
    expect(
      await query(
        postgres.connection('unfog_superuser'),
        'select datlocprovider, datlocale from pg_database where datname = current_database()',
      ),
    ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
    await postgres.stop()
  })

  it('accepts only peer logins of the Unfog roles, on a socket that other users cannot open', async () => {
    const { dataDir } = await newCluster()
    const postgres = await startEmbeddedPostgres({ dataDir, holder: 'test' })
    const admin = postgres.connection('unfog_superuser')
    expect(await query(admin, 'select type, auth_method, options, error from pg_hba_file_rules')).toEqual([
      { type: 'local', auth_method: 'peer', options: ['map=unfog'], error: null },
    ])
    for (const role of ['unfog_owner', 'unfog_app', 'unfog_auth', 'unfog_maintenance', 'stranger']) {
      await query(admin, `create role ${role} login`)
    }
    for (const role of ['unfog_owner', 'unfog_app', 'unfog_auth', 'unfog_maintenance']) {
      expect(await query(postgres.connection(role), 'select current_user::text as me')).toEqual([
        { me: role },
      ])
    }
    await expect(query(postgres.connection('stranger'), 'select')).rejects.toThrow(
      'Peer authentication failed',
    )
    const folder = await stat(admin.host)
    expect(folder.mode & 0o777).toBe(0o700)
    expect(Buffer.byteLength(`${admin.host}/.s.PGSQL.${admin.port}`)).toBeLessThanOrEqual(103)
    await postgres.stop()
  })

  it('logs neither statements nor parameters nor the values in an error', async () => {
    const { dataDir } = await newCluster()
    const postgres = await startEmbeddedPostgres({ dataDir, holder: 'test' })
    const admin = postgres.connection('unfog_superuser')
    await query(admin, `create table people (email text unique); insert into people values ('secret-a')`)
    for (const sql of [
      `insert into people values ('secret-a')`,
      `select 'secret-b'::uuid`,
      `select 'secret-c' from nowhere`,
      `do $$ begin raise warning 'secret-d'; end $$`,
    ]) {
      await query(admin, sql).catch(() => {})
    }
    // By default, PostgreSQL logs the statement of a crashed backend.
    const crashing = query(admin, `select pg_sleep(60), 'secret-e'`).catch(() => {})
    const find = `select pid from pg_stat_activity where query like '%secret-e%' and pid <> pg_backend_pid()`
    await expect.poll(() => query(admin, find)).toHaveLength(1)
    const [crashed] = await query(admin, find)
    process.kill(Number(crashed?.pid), 'SIGKILL')
    await crashing
    await postgres.stop()
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('was terminated by signal 9')
    expect(log).not.toContain('secret')
  })

  it.runIf(process.platform === 'linux')(
    'runs in its own process session and inherits no secret from the server’s environment',
    async () => {
      const { dataDir, cluster } = await newCluster()
      const server = startServer(
        { dataDir },
        { env: { ...process.env, MASTER_KEY: 'secret', PGDATABASE: 'elsewhere' } },
      )
      await server.says()
      const pid = await postmasterPid(cluster)
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('secret')
      // proc(5): after the name in parentheses come state, parent, process group, session.
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
      expect(fields.slice(2, 4)).toEqual([String(pid), String(pid)])
      await server.stop()
    },
  )

  it('removes the incomplete cluster of a killed start', async () => {
    const { dataDir } = await newFolder()
    await mkdir(join(dataDir, 'postgres.new-left', 'base'), { recursive: true })
    await writeFile(join(dataDir, 'postgres.new-left', 'base', '1'), 'half')
    const postgres = await startEmbeddedPostgres({ dataDir, holder: 'test' })
    expect(await readdir(dataDir)).not.toContain('postgres.new-left')
    await postgres.stop()
  })

  it('is started by one of two concurrent servers; the other fails and names the first', async () => {
    const { dataDir } = await newFolder()
    const servers = [1, 2].map((number) => startServer({ dataDir, holder: `unfog, number ${number}` }))
    const events = await Promise.all(servers.map((server) => server.says()))
    const winner = events.findIndex((line) => line.connection)
    expect(events.filter((line) => line.connection)).toHaveLength(1)
    expect(events[1 - winner]?.refused).toBe(
      `This data folder is in use by unfog, number ${winner + 1}. Stop it first, or set another DATA_DIR.`,
    )
    const { connection } = events[winner] as (typeof events)[0]
    expect(
      await query(connection, 'select count(*)::int from pg_class where relname = $$pg_class$$'),
    ).toEqual([{ count: 1 }])
    await servers[winner]?.stop()
    expect((await readdir(dataDir)).filter((name) => name.includes('new'))).toEqual([])
  })

  it('rejects a second start with the name of the holder, in the same process too', async () => {
    const { dataDir } = await newCluster()
    const postgres = await startEmbeddedPostgres({ dataDir, holder: 'unfog, process 4711' })
    const sentence =
      'This data folder is in use by unfog, process 4711. Stop it first, or set another DATA_DIR.'
    await expect(startEmbeddedPostgres({ dataDir, holder: 'second' })).rejects.toThrow(sentence)
    expect((await startServer({ dataDir }).says()).refused).toBe(sentence)
    expect(await query(postgres.connection('unfog_superuser'), 'select 1 as one')).toEqual([{ one: 1 }])
    await postgres.stop()
  })
})
