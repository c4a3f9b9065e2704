import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Journal } from '../connections/encryption.reads.server.ts'
import { readEntryActivity } from '../connections/entries.reads.server.ts'
import { readSavedActivity } from '../favorites/favorites.reads.server.ts'
import { type Activity, toConnectionEvent, toSavedTermEvent } from './activity.contract.ts'
import { latestLimit, latestOf } from './activity.rules.ts'

/** Reads counts, days and latest events. */
export async function readActivity(journal: Journal, owner: Owner): Promise<Activity> {
  return withOwner(journal.database, owner, async (own) => {
    const saved = await readSavedActivity(own, owner, latestLimit)
    const entries = await readEntryActivity(own, journal, owner, latestLimit)
    return {
      saved_terms: saved.count,
      connections: entries.count,
      times: [...saved.times, ...entries.times].map((time) => time.toISOString()),
      latest: latestOf(saved.latest.map(toSavedTermEvent), entries.latest.map(toConnectionEvent)),
    }
  })
}
