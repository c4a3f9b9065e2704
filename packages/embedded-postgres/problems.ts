import { userInfo } from 'node:os'

/** Tells the operator why PostgreSQL cannot run, and what to do. */
export class EmbeddedPostgresError extends Error {
  /** See src/platform/user-facing-error.ts. */
  readonly isPlain = true
}

/** Output with `LC_ALL=C`. */
const outputPatterns: [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'ENOSPC'],
  [/Read-only file system/, 'EROFS'],
  [/Permission denied|Operation not permitted/, 'EACCES'],
]

/** Explains a file error; returns other errors unchanged. */
export function explainFolder(thrown: unknown, folder: string): unknown {
  const code = (thrown as NodeJS.ErrnoException).code
  if (thrown instanceof EmbeddedPostgresError || code === undefined) return thrown
  return new EmbeddedPostgresError(explainCode(code, folder), { cause: thrown })
}

/** Explains the stderr of `initdb` or `postgres`. */
export function explainOutput(problem: string, output: string, folder: string): EmbeddedPostgresError {
  const match = outputPatterns.find(([pattern]) => pattern.test(output))
  if (match) return new EmbeddedPostgresError(explainCode(match[1], folder))
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const errorLine =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  const reason = errorLine.replace(/^.*?(?:FATAL|PANIC|error): */, '').replace(/\.$/, '')
  return new EmbeddedPostgresError(`${problem} in ${folder} (${reason}): mend that, or set DATABASE_URL.`)
}

function explainCode(code: string, folder: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100': // PostgreSQL's disk_full
      return `The disk that holds ${folder} is full: free some space, or set another DATA_DIR.`
    case 'EROFS':
      return `${folder} is on a read-only file system: set DATA_DIR to a folder that can be written.`
    case 'EACCES':
    case 'EPERM':
      return `The user ${currentUser()} may not read and write ${folder}: give it that right, or set another DATA_DIR.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${folder} is not a folder: move that file away, or set another DATA_DIR.`
    default:
      return `${folder} cannot be used (${code}): set another DATA_DIR.`
  }
}

function currentUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
