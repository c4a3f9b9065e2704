import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A zombie is `gone`. */
type ProcessState = 'ours' | 'other' | 'gone'

/** Checks a `postmaster.pid`'s id, since ids are reused. macOS has no `/proc`. */
export async function processState(
  pid: number,
  cluster: string,
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessState> {
  return platform === 'linux' ? fromProc(pid, cluster) : fromPs(pid, cluster)
}

async function fromProc(pid: number, cluster: string): Promise<ProcessState> {
  // proc(5): the name may contain parentheses and spaces.
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(line) ?? []
  if (name === undefined || state === 'Z' || state === 'X') return 'gone'
  if (name !== 'postgres') return 'other'
  try {
    // PostgreSQL's working folder is its cluster, even after a move.
    const [cwd, expected] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return cwd.dev === expected.dev && cwd.ino === expected.ino ? 'ours' : 'other'
  } catch {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return commandLine.includes(`\0-D\0${cluster}\0`) ? 'ours' : 'other'
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
