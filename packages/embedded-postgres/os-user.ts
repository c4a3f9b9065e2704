import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './problems.ts'

/** The account of PostgreSQL's programs. PostgreSQL refuses root, so root uses an account without rights. */
export type RunAs = {
  uid: number
  gid: number
  /** Whether root switches to another account. */
  dropsRoot: boolean
  /** Whether that account needs the capability to read folders that are closed to it. */
  readsClosedFolders: boolean
}

/** The environment of PostgreSQL's programs, without `PG*` variables and the server's secrets. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

/**
 * Chooses the account for PostgreSQL: that of this process; for root, the owner of the cluster, or else `nobody`.
 *
 * @param owner of the cluster folder, if it exists
 * @throws EmbeddedPostgresError if the account has no entry in /etc/passwd, which initdb and peer authentication need
 */
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

/** @returns this process's user name, for peer authentication @throws EmbeddedPostgresError if it has none */
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
 * Tests that the account can run the programs and enter the folders. It cannot under a closed home folder; then `setpriv` adds the
 * capability to read there, if it may, but not to write.
 *
 * @param folders that PostgreSQL must be able to enter
 * @returns the account, with that capability if needed, and PostgreSQL's major version
 * @throws EmbeddedPostgresError if the programs do not run on this machine or cannot be reached
 */
export async function verifyAccess(
  account: RunAs,
  binaries: Binaries,
  folders: string[],
): Promise<[RunAs, string]> {
  const attempts = account.dropsRoot ? [account, { ...account, readsClosedFolders: true }] : [account]
  let failure: unknown
  for (const attempt of attempts) {
    try {
      const script =
        'postgres=$1; shift; for folder; do cd "$folder" || exit 1; done; exec "$postgres" --version'
      const [file, args, options] = commandAs(attempt, '/bin/sh', [
        '-c',
        script,
        'sh',
        binaries.postgres,
        ...folders,
      ])
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

/** @returns the command that runs a program as the account, and the options for `child_process` */
export function commandAs(account: RunAs, file: string, args: string[]) {
  // Any account may enter `/`; the server's working folder may be closed to PostgreSQL's.
  const options = { cwd: '/', env: environment }
  if (!account.dropsRoot) return [file, args, options] as const
  // On macOS the id of `nobody` is -2. Node returns it unsigned but expects it signed.
  if (!account.readsClosedFolders)
    return [file, args, { ...options, uid: account.uid | 0, gid: account.gid | 0 }] as const
  const rights = [
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    // initdb calls access(2), which ignores these capabilities without this bit (capabilities(7), "securebits").
    '--securebits=+no_setuid_fixup',
  ]
  return [
    'setpriv',
    [`--reuid=${account.uid}`, `--regid=${account.gid}`, ...rights, '--', file, ...args],
    options,
  ] as const
}

/** @returns the unsigned ids of the account `nobody` @throws EmbeddedPostgresError on a machine without it */
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
