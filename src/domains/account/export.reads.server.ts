import { setImmediate as endOfTurn } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Entry } from '../connections/entries.contract.ts'
import { exportDrafts, exportEntries } from '../connections/entries.personal-data.server.ts'
import { listEntries } from '../connections/entries.reads.server.ts'
import { exportFavorites } from '../favorites/favorites.personal-data.server.ts'
import { exportIdentity } from '../identity/identity.personal-data.server.ts'
import type { Kept, Step } from './export.contract.ts'
import { writeData, writePages } from './export.rules.ts'

type Place = Pick<Platform, 'database' | 'authDatabase' | 'masterKey' | 'clock' | 'log'>

/**
 * Everything that is kept about a person, as one ZIP archive, made while it is taken: neither it nor a part of it is ever
 * written to a disk here, and no more of it is in memory than a few Connections. These are read twice, once for each file, so
 * one that is saved meanwhile may stand in the second alone.
 *
 * @param timeZone of the readable pages, an IANA name
 * @throws with the first step, before anything is sent, when something of it cannot be read; later when the line to the
 *   database is cut: the archive then has no end, which every program notices
 */
export async function* makeArchive(place: Place, owner: Owner, timeZone: string): AsyncGenerator<Step> {
  const { database: app, authDatabase: auth, clock } = place
  const made_at = clock.now()
  const [identity, favorites, drafts, listed] = await Promise.all([
    exportIdentity({ app, auth }, owner),
    exportFavorites(app, owner),
    exportDrafts(place, owner),
    listEntries(place, owner, { limit: 1 }),
  ])
  if (listed.outcome === 'locked') throw new Error('the data key does not open')
  const kept: Kept = { ...identity, favorites, drafts }

  let [passed, of] = [0, listed.total]
  async function* counted(): AsyncGenerator<Entry[]> {
    for await (const entries of exportEntries(place, owner)) {
      passed += entries.length
      yield entries
    }
  }
  const files = {
    'connections.html': writePages(made_at, timeZone, drafts, counted()),
    'data.json': writeData(made_at, kept, counted()),
  }
  for await (const part of zipped(files, made_at)) {
    // Each is in the archive when both files have it.
    const done = Math.floor(passed / 2)
    of = Math.max(of, done)
    yield { part, done, of }
  }
}

/** Packing is work: after so many milliseconds of it whoever else is served comes in between. */
const longestTurn = 25

/** @returns the bytes of the archive, as they come */
async function* zipped(
  files: Record<string, AsyncIterable<string>>,
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    ready.push(part)
  })
  let begun = performance.now()
  const taken = () => Buffer.concat(ready.splice(0))
  for (const [name, pieces] of Object.entries(files)) {
    const file = Object.assign(new ZipDeflate(name), { mtime })
    zip.add(file)
    for await (const piece of pieces) {
      file.push(Buffer.from(piece))
      yield taken()
      if (performance.now() - begun < longestTurn) continue
      await endOfTurn()
      begun = performance.now()
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield taken()
}
