import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type afterAll, afterEach, expect, inject } from 'vitest'
import { processState } from '../../packages/embedded-postgres/process-status.ts'
import { type CloneOptions, copyClone } from './clone.ts'
import { newDataFolder } from './data-folder.ts'
import { beginProduct, ownNode, type Product, type Starting, type StartOptions } from './product.ts'

export const isRoot = process.getuid?.() === 0

/** Like a new user in a terminal. */
export const npmStart: StartOptions = { command: ['npm', 'start', '--silent'], ownGroup: true }

/** Folders and processes for tests of the start, removed after each test or after all. Runs the shared clone by default, on a random port. */
export function startFixture(whenDone: typeof afterEach | typeof afterAll = afterEach) {
  const clone = inject('clone')
  const folders: string[] = []
  const started: (Starting & { ownGroup: boolean })[] = []
  const clusters = new Set<string>()

  whenDone(async () => {
    for (const { process: child, ownGroup } of started.splice(0)) {
      if (ownGroup && child.pid) signalGroup(child.pid, 'SIGKILL')
      await killProcess(child.pid)
    }
    for (const cluster of clusters) {
      const pid = await postmasterPid(cluster)
      if (pid && (await processState(pid, cluster)) === 'ours') {
        const socketFolder = (await readPidFile(cluster))[4]
        await killProcess(pid)
        if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
      }
    }
    clusters.clear()
    for (const folder of folders.splice(0)) {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    }
  })

  const begin = (env: Record<string, string>, options: StartOptions = {}): Starting => {
    const cwd = options.cwd ?? clone
    clusters.add(join(env.DATA_DIR ?? join(cwd, '.data'), 'postgres'))
    const starting = beginProduct({ PORT: '0', ...env }, { command: ownNode(cwd), ...options, cwd })
    started.push({ ...starting, ownGroup: options.ownGroup ?? false })
    return starting
  }

  /** A new folder, readable by all. */
  const newFolder = async (owner?: { uid: number; gid: number }): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'unfog-start-'))
    folders.push(folder)
    await chmod(folder, 0o755)
    if (owner) await chown(folder, owner.uid, owner.gid)
    return folder
  }

  return {
    clone,
    begin,
    newFolder,
    /** A data folder after its first start. */
    newDataDir: async () => newDataFolder(join(await newFolder(), 'data')),
    /** Copies the clone. @param path below a new folder */
    async newClone(options: CloneOptions = {}, path = 'unfog'): Promise<string> {
      const folder = await newFolder(options.owner)
      await mkdir(join(folder, path), { recursive: true })
      await copyClone(clone, join(folder, path), options)
      return join(folder, path)
    },
    /** Starts and waits until it is ready. */
    async start(env: Record<string, string>, options?: StartOptions): Promise<Omit<Product, 'stop'>> {
      const { ready, ...rest } = begin(env, options)
      return { ...rest, address: await ready }
    },
    /** Expects the start to fail with one sentence. @returns it */
    async startError(env: Record<string, string>, options?: StartOptions): Promise<string> {
      const { ended, output } = begin(env, options)
      const code = await ended
      expect(output(), 'one sentence').toMatch(/^[^\n]+\.\n$/)
      expect(code).toBe(1)
      return output().trimEnd()
    },
  }
}

/** The process id of a cluster's PostgreSQL, or 0. */
export async function postmasterPid(cluster: string): Promise<number> {
  return Number.parseInt((await readPidFile(cluster))[0] || '0', 10)
}

/** Signals a process group, as a terminal does at Ctrl-C. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // All of them have ended.
  }
}

/** Sends SIGKILL and waits for the end (a zombie counts as ended). */
export async function killProcess(pid: number | undefined): Promise<void> {
  if (!pid) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  // Not `expect.poll`, which throws in `afterAll`.
  while ((await processState(pid, '/')) !== 'gone') await sleep(20)
}

/** Queries a product's embedded database as its superuser. */
export async function queryOwn(dataDir: string, sql: string): Promise<Record<string, unknown>[]> {
  const host = (await readPidFile(join(dataDir, 'postgres')))[4] ?? ''
  const client = new pg.Client({ host, port: 5432, user: 'unfog_superuser', database: 'unfog' })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Reads a page and expects status 200. */
export async function readPage(address: string): Promise<string> {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  return response.text()
}

const readPidFile = async (cluster: string): Promise<string[]> =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
