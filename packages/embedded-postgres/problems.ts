import { userInfo } from 'node:os'

/** Why the embedded PostgreSQL cannot run, in a sentence for the operator that says what to do. */
export class EmbeddedPostgresError extends Error {
  /** Its message is a sentence for the operator, printed without a stack (src/platform/user-facing-error.ts). */
  readonly isPlain = true
}

/** What PostgreSQL's programs print (they run with `LC_ALL=C`) for the errors that the operator can mend. */
const printed: [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'ENOSPC'],
  [/Read-only file system/, 'EROFS'],
  [/Permission denied|Operation not permitted/, 'EACCES'],
]

/**
 * Any failure around a folder as one sentence.
 *
 * @param thrown what a file operation threw; a sentence, or a mistake of ours, comes back as it is
 * @param folder the path as the operator knows it
 */
export function explainFolder(thrown: unknown, folder: string): unknown {
  const code = (thrown as NodeJS.ErrnoException).code
  if (thrown instanceof EmbeddedPostgresError || code === undefined) return thrown
  return new EmbeddedPostgresError(sentence(code, folder), { cause: thrown })
}

/**
 * A failed `initdb` or `postgres` as one sentence, made from what it printed.
 *
 * @param what the program's work, as the subject of the sentence ("PostgreSQL could not start")
 * @param output its standard error
 * @param folder where it worked
 */
export function explainOutput(what: string, output: string, folder: string): EmbeddedPostgresError {
  const known = printed.find(([pattern]) => pattern.test(output))
  if (known) return new EmbeddedPostgresError(sentence(known[1], folder))
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const telling =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  const reason = telling.replace(/^.*?(?:FATAL|PANIC|error): */, '').replace(/\.$/, '')
  return new EmbeddedPostgresError(`${what} in ${folder} (${reason}): mend that, or set DATABASE_URL.`)
}

function sentence(code: string, folder: string): string {
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

/** The name of whoever runs this process, or its number where the machine has no name for it. */
function currentUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
