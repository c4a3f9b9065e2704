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

/** A PostgreSQL that runs on a cluster. */
export type Postmaster = {
  alive(): Promise<boolean>
  /** Undefined until PostgreSQL has made its socket. */
  socketFolder(): Promise<string | undefined>
}

/** A number no process ever has: above the highest of Linux (2^22) and of macOS. */
const noProcess = 2_147_483_646

const logLimit = 1024 * 1024

/** The PostgreSQL that runs on the cluster, or undefined. Changes nothing. */
export async function findPostmaster(cluster: string): Promise<(Postmaster & { pid: number }) | undefined> {
  const [pid] = await readPidFile(cluster)
  if (pid === undefined || (await processState(pid, cluster)) !== 'ours') return undefined
  return {
    pid,
    alive: async () => (await processState(pid, cluster)) === 'ours',
    socketFolder: async () => {
      const [now, lines] = await readPidFile(cluster)
      return now === pid && lines[4] ? lines[4] : undefined
    },
  }
}

/**
 * Clears away what a killed PostgreSQL left, so that the next can start. Only under the folder lock.
 *
 * `postmaster.pid` is not removed: PostgreSQL does that itself once it has seen, by the shared memory that the file names, that
 * no backend of the killed one still writes. It refuses to look while any process has the number in the file, be it a zombie or a
 * stranger that got the number since; so only the number goes.
 */
export async function clearStalePid(cluster: string, account: RunAs): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  let [pid, lines] = await readPidFile(cluster)
  if (lines.length > 0 && pid === undefined) {
    // Empty: a PostgreSQL is about to write it, or the machine lost power at that moment.
    await sleep(500)
    ;[pid, lines] = await readPidFile(cluster)
    if (pid === undefined) return await rm(path, { force: true })
  }
  if (pid === undefined || pid === noProcess || (await processState(pid, cluster)) === 'ours') return
  await replaceFile(path, [noProcess, ...lines.slice(1)].join('\n'), account)
}

/** The process id in `postmaster.pid` (negative there for a single-user PostgreSQL), and all its lines; none without a file. */
async function readPidFile(cluster: string): Promise<[pid: number | undefined, lines: string[]]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return [undefined, []]
  const lines = text.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  return [pid > 0 ? pid : undefined, lines]
}

/**
 * Starts PostgreSQL on the cluster, in a session of its own: Ctrl-C must reach the server alone, which then stops its database last.
 *
 * @param folder the data folder, where `postgres.log` is written
 * @param cluster `<data folder>/postgres`
 * @returns with what it has printed so far as `output`
 */
export async function launchPostmaster(
  folder: string,
  cluster: string,
  account: RunAs,
  binaries: Binaries,
): Promise<Postmaster & { output(): Promise<string> }> {
  const logPath = join(folder, 'postgres.log')
  const logged = await stat(logPath).catch(() => undefined)
  if (logged && logged.size > logLimit) await rename(logPath, `${logPath}.1`)
  const logFile = await open(logPath, 'a', 0o600)
  try {
    const socketFolder = await createSocketFolder(cluster, account)
    const { size: before } = await logFile.stat()
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
      output: async () => failure || (await readFile(logPath)).subarray(before).toString(),
    }
  } finally {
    await logFile.close()
  }
}

/**
 * Stops PostgreSQL in its fast way: open transactions roll back, all that was committed is written.
 *
 * @param timeout milliseconds for that; after them it is stopped at once, and recovers at its next start (nothing is lost)
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
  // Whatever still runs now hangs in the kernel; the next start will find it.
  if (await running?.alive()) return
  await clearStalePid(cluster, account)
  await removeSocketFolders(cluster, account)
}
