import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../../packages/embedded-postgres/binaries.ts'
import { freePort } from './free-port.ts'

/** Debian 12's PostgreSQL, the oldest supported version. */
const debian = '/usr/lib/postgresql/15/bin'
const installed = () => existsSync(join(debian, 'postgres'))

/** Installs PostgreSQL 15 on Debian as root. Elsewhere tests use the bundled one. */
export function ensureDebianPostgres(): void {
  if (installed() || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql-15']]) {
    const { status } = spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) console.error(`apt-get ${args.join(' ')} did not succeed (exit ${status}).`)
  }
}

export type ExternalPostgres = {
  port: number
  version: string
  url(login: string, password: string, database: string): string
  /** As its administrator. The caller closes it. */
  connect(database?: string): Promise<pg.Client>
  stop(): Promise<void>
}

const administrator = 'postgres'
const password = 'administrator-secret'

/** Starts an external PostgreSQL with password authentication on a loopback port. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-given-'))
  const account = await accountToRunAs()
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
  await chmod(folder, 0o755)
  const programs = installed()
    ? { initdb: join(debian, 'initdb'), postgres: join(debian, 'postgres') }
    : await findBinaries()
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  const initdb = spawnSync(
    programs.initdb,
    [
      '-D',
      data,
      '-U',
      administrator,
      '-E',
      'UTF8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
    ],
    { ...account, cwd: '/', encoding: 'utf8' },
  )
  if (initdb.status !== 0) throw new Error(`initdb did not succeed: ${initdb.stderr}`)
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ]
  const server = spawn(programs.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const connect = async (database = 'postgres') => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: administrator, password, database })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const stop = async () => {
    server.kill('SIGQUIT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; ; attempt++) {
    try {
      const client = await connect()
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      await client.end()
      const version = rows[0]?.server_version ?? ''
      return {
        port,
        version,
        url: (login, secret, database) => `postgres://${login}:${secret}@127.0.0.1:${port}/${database}`,
        connect,
        stop,
      }
    } catch (thrown) {
      if (attempt > 200) {
        await stop()
        throw thrown
      }
      await sleep(50)
    }
  }
}

/** PostgreSQL does not run as root, so use Debian's account `postgres`, or `nobody`. */
async function accountToRunAs(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const users = await readFile('/etc/passwd', 'utf8')
  const match = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users)
  return { uid: Number(match?.[1]), gid: Number(match?.[2]) }
}
