import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './problems.ts'

/** PostgreSQL refuses root, so root uses an account without rights. */
export type RunAs = {
  uid: number
  gid: number
  dropsRoot: boolean
  /** Whether it needs a capability to read closed folders. */
  readsClosedFolders: boolean
}

/** Without `PG*` variables and the server's secrets. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

/** Chooses this process's account; for root, the cluster's owner or `nobody`. */
export async function chooseAccount(owner: { uid: number; gid: number } | undefined): Promise<RunAs> {
  const uid = process.getuid?.()
  if (uid === undefined) {
    throw new EmbeddedPostgresError('The bundled PostgreSQL runs on Linux and macOS only: set DATABASE_URL.')
  }
  if (uid !== 0) {
    currentUserName()
    return { uid, gid: process.getgid?.() ?? uid, dropsRoot: false, readsClosedFolders: false }
  }
  const account = owner && owner.uid !== 0 ? owner : await findNobody()
  return { uid: account.uid, gid: account.gid, dropsRoot: true, readsClosedFolders: false }
}

/** Returns the user name, which initdb and peer authentication need. */
export function currentUserName(): string {
  try {
    return userInfo().username
  } catch (thrown) {
    throw new EmbeddedPostgresError(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs: add one, run as another user, or set DATABASE_URL.`,
      { cause: thrown },
    )
  }
}

/**
 * Tests that the account reaches the programs, and returns PostgreSQL's major version. In a closed home
 * folder `setpriv` adds the capability to read, but not to write.
 */
export async function verifyAccess(
  account: RunAs,
  binaries: Binaries,
  folders: string[],
): Promise<[RunAs, string]> {
  const attempts = account.dropsRoot ? [account, { ...account, readsClosedFolders: true }] : [account]
  const script = 'postgres=$1; shift; for folder; do cd "$folder" || exit 1; done; exec "$postgres" --version'
  let failure: unknown
  for (const attempt of attempts) {
    try {
      const shellArguments = ['-c', script, 'sh', binaries.postgres, ...folders]
      const [file, args, options] = commandAs(attempt, '/bin/sh', shellArguments)
      const { stdout } = await promisify(execFile)(file, args, options)
      return [attempt, /\b(\d+)\.?\d*/.exec(stdout)?.[1] ?? '']
    } catch (thrown) {
      failure ??= thrown
    }
  }
  const runsAtAll = await promisify(execFile)(binaries.postgres, ['--version'], { env: environment }).catch(
    () => false,
  )
  throw new EmbeddedPostgresError(
    account.dropsRoot && runsAtAll
      ? `As root, PostgreSQL runs as another user (id ${account.uid}), which cannot reach ${[binaries.postgres, ...folders].join(' or ')}: start as an ordinary user, let others enter those folders (chmod o+x), or set DATABASE_URL.`
      : 'The bundled PostgreSQL does not run on this machine: set DATABASE_URL to a PostgreSQL 15 or newer.',
    { cause: failure },
  )
}

/** Returns the command and options that run a program as the account. */
export function commandAs(account: RunAs, file: string, args: string[]) {
  // The working folder may be closed to the account.
  const options = { cwd: '/', env: environment }
  if (!account.dropsRoot) return [file, args, options] as const
  // -2 on macOS: Node returns it unsigned but expects it signed.
  if (!account.readsClosedFolders)
    return [file, args, { ...options, uid: account.uid | 0, gid: account.gid | 0 }] as const
  const rights = [
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    // Otherwise access(2) ignores these capabilities (capabilities(7), "securebits").
    '--securebits=+no_setuid_fixup',
  ]
  return [
    'setpriv',
    [`--reuid=${account.uid}`, `--regid=${account.gid}`, ...rights, '--', file, ...args],
    options,
  ] as const
}

/** Returns unsigned ids. */
export async function findNobody(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid, gid] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users) ?? []
  if (uid === undefined || gid === undefined) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and this machine has no user `nobody` to run it as: start as an ordinary user, or set DATABASE_URL.',
    )
  }
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
}
