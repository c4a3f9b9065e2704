import { spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { replaceFile } from './data-folder.ts'
import type { ClusterLocation } from './init-cluster.ts'
import { commandAs, type RunAs } from './os-user.ts'
import { processState } from './process-status.ts'
import { enforcedSettings } from './settings.ts'
import { createSocketFolder, removeSocketFolders } from './socket-folder.ts'

export type Postmaster = {
  alive(): Promise<boolean>
  socketFolder(): Promise<string | undefined>
}

/** Above the highest process ids of Linux (2^22) and macOS. */
const unusedPid = 2_147_483_646

/** Bytes. */
const maxLogSize = 1024 * 1024

/** Finds the PostgreSQL that runs on the cluster. */
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
 * Replaces a killed PostgreSQL's id, which may be reused. Requires the folder lock. `postmaster.pid` stays,
 * since PostgreSQL checks by it that no backend still writes.
 */
export async function clearStalePid(cluster: string, account: RunAs): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  let [pid, lines] = await readPidFile(cluster)
  if (lines.length > 0 && pid === undefined) {
    // About to be written, or the power failed then.
    await sleep(500)
    ;[pid, lines] = await readPidFile(cluster)
    if (pid === undefined) return await rm(path, { force: true })
  }
  if (pid === undefined || pid === unusedPid || (await processState(pid, cluster)) === 'ours') return
  await replaceFile(path, [unusedPid, ...lines.slice(1)].join('\n'), account)
}

/** The file's id is negative for a single-user PostgreSQL. */
async function readPidFile(cluster: string): Promise<[pid: number | undefined, lines: string[]]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return [undefined, []]
  const lines = text.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  return [pid > 0 ? pid : undefined, lines]
}

/** Starts PostgreSQL in its own session: Ctrl-C must reach only the server. */
export async function launchPostmaster({
  folder,
  cluster,
  account,
  binaries,
  settings,
}: ClusterLocation): Promise<Postmaster & { output(): Promise<string> }> {
  const logPath = join(folder, 'postgres.log')
  const logStats = await stat(logPath).catch(() => undefined)
  if (logStats && logStats.size > maxLogSize) await rename(logPath, `${logPath}.1`)
  const logFile = await open(logPath, 'a', 0o600)
  try {
    const socketFolder = await createSocketFolder(cluster, account)
    const { size: logStart } = await logFile.stat()
    const enforced = enforcedSettings(socketFolder, settings)
    const [file, args, options] = commandAs(account, binaries.postgres, ['-D', cluster, ...enforced])
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

/** Stops PostgreSQL by a fast shutdown; after 30 seconds by an immediate one (nothing is lost). */
export async function stopPostmaster(cluster: string, account: RunAs): Promise<void> {
  const running = await findPostmaster(cluster)
  for (const [signal, milliseconds] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!running || !(await running.alive())) break
    process.kill(running.pid, signal)
    const deadline = Date.now() + milliseconds
    while (Date.now() < deadline && (await running.alive())) await sleep(15)
  }
  // It hangs in the kernel.
  if (await running?.alive()) return
  await clearStalePid(cluster, account)
  await removeSocketFolders(cluster, account)
}
