import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Entry } from '../connections/entries.contract.ts'
import {
  exportDeletedEntries,
  exportDrafts,
  exportEntries,
  exportLocks,
  exportSetAside,
  exportVersions,
} from '../connections/entries.personal-data.server.ts'
import { listEntries } from '../connections/entries.reads.server.ts'
import { exportFavorites } from '../favorites/favorites.personal-data.server.ts'
import { exportIdentity } from '../identity/identity.personal-data.server.ts'
import type { AccountData, ArchiveChunk } from './export.contract.ts'
import { writeData, writeHtml } from './export.rules.ts'
import * as messages from './messages.en.yaml'
import { zipFiles } from './zip-files.rules.ts'

type Dependencies = Pick<Platform, 'database' | 'authDatabase' | 'masterKey' | 'clock' | 'log'>

/** Streams a user's data as a ZIP archive, never on disk. @throws when reading fails, also midway */
export async function* createArchive(
  deps: Dependencies,
  owner: Owner,
  timeZone: string,
): AsyncGenerator<ArchiveChunk> {
  const { database: app, authDatabase: auth, clock } = deps
  const made_at = clock.now()
  const [identity, favorites, drafts, journal_locks, firstPage] = await Promise.all([
    exportIdentity({ app, auth }, owner),
    exportFavorites(app, owner),
    exportDrafts(deps, owner),
    exportLocks(deps, owner),
    listEntries(deps, owner, { limit: 1 }),
  ])
  if (firstPage.outcome === 'undecryptable') throw new Error('the data key does not open')
  const accountData: AccountData = { ...identity, favorites, drafts, journal_locks }

  let [written, total] = [0, firstPage.total]
  async function* countedEntries(): AsyncGenerator<Entry[]> {
    for await (const entries of exportEntries(deps, owner)) {
      written += entries.length
      yield entries
    }
  }
  const isLocked = journal_locks.some(({ rows }) => rows > 0)
  const setAside = journal_locks.filter(({ state }) => state === 'set_aside')
  const files = {
    'connections.html': writeHtml(
      made_at,
      timeZone,
      drafts,
      countedEntries(),
      exportDeletedEntries(deps, owner),
      isLocked ? messages.exportLockedNote() : undefined,
    ),
    'data.json': writeData(made_at, accountData, {
      connections: countedEntries(),
      connection_versions: exportVersions(deps, owner),
      deleted_connections: exportDeletedEntries(deps, owner),
      ...(setAside.length > 0 && { set_aside: exportSetAside(deps, owner, setAside) }),
    }),
  }
  for await (const part of zipFiles(files, made_at, createPause())) {
    const done = Math.floor(written / 2)
    total = Math.max(total, done)
    yield { part, done, of: total }
  }
}

/** Compression then yields to other requests. */
const maxTurnMs = 25

/** Ends the turn once it is long. */
function createPause(): () => Promise<void> {
  let turnStart = performance.now()
  return async () => {
    if (performance.now() - turnStart < maxTurnMs) return
    await endOfTurn()
    turnStart = performance.now()
  }
}
