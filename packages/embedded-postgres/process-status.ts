import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/** `ours`: a PostgreSQL that runs on this cluster. `other`: something else got the number. A zombie is `gone`. */
type ProcessState = 'ours' | 'other' | 'gone'

/**
 * What runs under a process id that a cluster's `postmaster.pid` names. Ids are used again, so being alive proves nothing.
 *
 * @param cluster real path of the cluster folder
 * @param platform where `/proc` cannot be had (macOS), `ps` is asked
 */
export async function processState(
  pid: number,
  cluster: string,
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessState> {
  return platform === 'linux' ? fromProc(pid, cluster) : fromPs(pid, cluster)
}

async function fromProc(pid: number, cluster: string): Promise<ProcessState> {
  // proc(5): "pid (name) state"; the name may itself hold parentheses and spaces.
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(line) ?? []
  if (name === undefined || state === 'Z' || state === 'X') return 'gone'
  if (name !== 'postgres') return 'other'
  try {
    // PostgreSQL's working folder is its cluster; the same folder by number holds even after it was moved.
    const [works, asked] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return works.dev === asked.dev && works.ino === asked.ino ? 'ours' : 'other'
  } catch {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.includes(`\0-D\0${cluster}\0`) ? 'ours' : 'other'
  }
}

async function fromPs(pid: number, cluster: string): Promise<ProcessState> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'state=,command=', '-p', String(pid)])
    if (stdout.trim() === '' || stdout.trimStart().startsWith('Z')) return 'gone'
    return stdout.includes(`postgres -D ${cluster} `) ? 'ours' : 'other'
  } catch {
    return 'gone'
  }
}
