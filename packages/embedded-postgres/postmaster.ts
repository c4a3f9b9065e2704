import { spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { replaceFile } from './data-folder.ts'
import { commandAs, type RunAs } from './os-user.ts'
import { processState } from './process-status.ts'
import { enforcedSettings } from './settings.ts'
import { createSocketFolder, removeSocketFolders, socketPort } from './socket-folder.ts'

/** A running PostgreSQL. */
export type Postmaster = {
  alive(): Promise<boolean>
  /** Undefined until PostgreSQL has created its socket. */
  socketFolder(): Promise<string | undefined>
}

/** Above the highest process id of Linux (2^22) and of macOS. */
const unusedPid = 2_147_483_646

/** Bytes. */
const maxLogSize = 1024 * 1024

/** @returns the PostgreSQL that runs on the cluster, if any. Changes nothing. */
export async function findPostmaster(cluster: string): Promise<(Postmaster & { pid: number }) | undefined> {
  const [pid] = await readPidFile(cluster)
  if (pid === undefined || (await processState(pid, cluster)) !== 'ours') return undefined
  return {
    pid,
    alive: async () => (await processState(pid, cluster)) === 'ours',
    socketFolder: async () => {
      const [currentPid, lines] = await readPidFile(cluster)
      return currentPid === pid && lines[4] ? lines[4] : undefined
    },
  }
}

/**
 * Clears the process id of a killed PostgreSQL, so that the next one can start. Requires the folder lock.
 *
 * `postmaster.pid` remains: PostgreSQL removes it once the shared memory that it names shows that no backend of the killed one still
 * writes. But it refuses to check while any process has the id in the file, even a zombie or an unrelated one, so this replaces the id.
 */
export async function clearStalePid(cluster: string, account: RunAs): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  let [pid, lines] = await readPidFile(cluster)
  if (lines.length > 0 && pid === undefined) {
    // An empty file: PostgreSQL is about to write it, or the machine lost power at that moment.
    await sleep(500)
    ;[pid, lines] = await readPidFile(cluster)
    if (pid === undefined) return await rm(path, { force: true })
  }
  if (pid === undefined || pid === unusedPid || (await processState(pid, cluster)) === 'ours') return
  await replaceFile(path, [unusedPid, ...lines.slice(1)].join('\n'), account)
}

/** @returns the process id (negative in the file for a single-user PostgreSQL), and all lines of `postmaster.pid` */
async function readPidFile(cluster: string): Promise<[pid: number | undefined, lines: string[]]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return [undefined, []]
  const lines = text.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  return [pid > 0 ? pid : undefined, lines]
}

/**
 * Starts PostgreSQL in a session of its own: Ctrl-C must reach only the server, which stops its database last.
 *
 * @param folder the data folder, where `postgres.log` is written
 * @param cluster `<data folder>/postgres`
 * @returns `output` reads what it has printed so far
 */
export async function launchPostmaster(
  folder: string,
  cluster: string,
  account: RunAs,
  binaries: Binaries,
): Promise<Postmaster & { output(): Promise<string> }> {
  const logPath = join(folder, 'postgres.log')
  const logStats = await stat(logPath).catch(() => undefined)
  if (logStats && logStats.size > maxLogSize) await rename(logPath, `${logPath}.1`)
  const logFile = await open(logPath, 'a', 0o600)
  try {
    const socketFolder = await createSocketFolder(cluster, account)
    const { size: logStart } = await logFile.stat()
    const settings = enforcedSettings(socketFolder, socketPort)
    const [file, args, options] = commandAs(account, binaries.postgres, ['-D', cluster, ...settings])
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', logFile.fd, logFile.fd] })
    child.unref()
    let failure = ''
    let ended = false
    child.once('error', (error) => {
      failure = error.message
      ended = true
    })
    child.once('exit', () => {
      ended = true
      rm(socketFolder, { recursive: true, force: true }).catch(() => {})
    })
    return {
      alive: async () => !ended,
      socketFolder: async () => socketFolder,
      output: async () => failure || (await readFile(logPath)).subarray(logStart).toString(),
    }
  } finally {
    await logFile.close()
  }
}

/**
 * Stops PostgreSQL by a fast shutdown: open transactions are rolled back, committed ones are written.
 *
 * @param timeout milliseconds until an immediate shutdown, after which the next start recovers (nothing is lost)
 */
export async function stopPostmaster(cluster: string, account: RunAs, timeout = 30_000): Promise<void> {
  const running = await findPostmaster(cluster)
  for (const [signal, milliseconds] of [
    ['SIGINT', timeout],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!running || !(await running.alive())) break
    process.kill(running.pid, signal)
    const deadline = Date.now() + milliseconds
    while (Date.now() < deadline && (await running.alive())) await sleep(15)
  }
  // A process that still runs hangs in the kernel; the next start will find it.
  if (await running?.alive()) return
  await clearStalePid(cluster, account)
  await removeSocketFolders(cluster, account)
}
