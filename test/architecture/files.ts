import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './dependency-rules.ts'

/** Tracked and unignored files, by paths from the project's root. */
export function listFiles(): string[] {
  // `safe.directory`: the checkout may belong to another user.
  const git = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', git, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(project, path)))
}
