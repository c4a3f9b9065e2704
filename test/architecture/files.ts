import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './dependency-rules.ts'

/** Files that are committed or would be, by paths from the project's root. */
export function listFiles(): string[] {
  // A checkout may belong to another user than the one who runs the tests; reading its list of files is safe.
  const git = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', git, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(project, path)))
}
