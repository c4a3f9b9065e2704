import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Journal } from '../connections/encryption.reads.server.ts'
import { readEntryActivity } from '../connections/entries.reads.server.ts'
import { readSavedActivity } from '../favorites/favorites.reads.server.ts'
import type { Activity, ActivityEvent } from './activity.contract.ts'
import { latestLimit, latestOf } from './activity.rules.ts'

/** Reads counts, days and latest events. */
export async function readActivity(journal: Journal, owner: Owner): Promise<Activity> {
  return withOwner(journal.database, owner, async (own) => {
    const saved = await readSavedActivity(own, owner, latestLimit)
    const entries = await readEntryActivity(own, journal, owner, latestLimit)
    const saves = saved.latest.map(
      ({ created_at: at, term: { term_name, slug, retired } }): ActivityEvent => ({
        kind: 'saved_term',
        ...{ at, term_name, slug, retired },
      }),
    )
    const connections = entries.latest.map(
      ({ created_at: at, id, term }): ActivityEvent => ({
        kind: 'connection',
        ...{ at, id, term_name: term?.term_name ?? null },
      }),
    )
    return {
      saved_terms: saved.count,
      connections: entries.count,
      times: [...saved.times, ...entries.times].map((time) => time.toISOString()),
      latest: latestOf(saves, connections),
    }
  })
}
