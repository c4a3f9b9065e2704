import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './problems.ts'

/** As whom PostgreSQL's programs run. PostgreSQL refuses root, so root hands them to an account without rights. */
export type RunAs = {
  uid: number
  gid: number
  /** Whether that is another account than this process's own. */
  dropsRoot: boolean
  /** Whether that account needs the right to read past folders that are closed to it. */
  readsClosedFolders: boolean
}

/** What PostgreSQL's programs see of the environment: no `PG*` variable that changes them, and no secret of the server's. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

/**
 * The account for PostgreSQL: this process's own or, for root, the owner of the cluster that is there, else `nobody`.
 *
 * @param owner who owns the cluster folder, if there is one
 * @throws EmbeddedPostgresError when the account has no entry in the machine's list of users, which initdb and peer
 *   authentication need
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

/** The name under which this process's peers know it. @throws EmbeddedPostgresError when it has none */
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
 * Makes sure that the account can run the programs and enter the folders, by doing it. Under a closed home folder it can
 * do neither; where `setpriv` may, it lends the one right that mends this (reading, never writing).
 *
 * @param folders what PostgreSQL must be able to enter
 * @returns the account, with that right if it takes it, and PostgreSQL's major version
 * @throws EmbeddedPostgresError when the programs do not run on this machine or cannot be reached
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

/** A command line that runs a program as the account, and the options for `child_process`. */
export function commandAs(account: RunAs, file: string, args: string[]) {
  // A folder that every account may enter: the server's own may be closed to PostgreSQL's.
  const options = { cwd: '/', env: environment }
  if (!account.dropsRoot) return [file, args, options] as const
  // macOS counts the id of `nobody` as -2, which Node gives as an unsigned number and takes as a signed one.
  if (!account.readsClosedFolders)
    return [file, args, { ...options, uid: account.uid | 0, gid: account.gid | 0 }] as const
  const rights = [
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    // initdb asks access(2), which overlooks an ordinary user's rights unless this is set (capabilities(7), "securebits").
    '--securebits=+no_setuid_fixup',
  ]
  return [
    'setpriv',
    [`--reuid=${account.uid}`, `--regid=${account.gid}`, ...rights, '--', file, ...args],
    options,
  ] as const
}

/** The account `nobody`, with its numbers as unsigned. @throws EmbeddedPostgresError on a machine without it */
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
