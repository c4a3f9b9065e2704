import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { seal, unsealBytes } from '../../../platform/crypto.server.ts'
import { statement } from '../../../platform/database/statement.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { EntryStats } from '../contract.ts'
import { listEntries, month } from '../reads.server.ts'
import { type Journal, unwrap } from '../sealed/reads.server.ts'

/**
 * `listEntries` as JSON, from memory where it was asked for within a minute and nothing has changed: one statement then tells which
 * Connections it would show (docs/decisions/023).
 *
 * @returns its bytes in UTF-8
 */
export async function listEntriesAsJson(
  journal: Journal,
  owner: Owner,
  page: { offset: number; limit: number },
  pages: KeptPages,
): Promise<Buffer<ArrayBuffer> | 'locked'> {
  const { user_id } = owner
  const now = journal.clock.now()
  const place = { user_id, ...page }
  const [look] = await ownPage(journal.database, { ...place, since: new Date(now.getTime() - month) })
  const { key_id, wrapped } = look ?? {}
  const key =
    key_id && wrapped ? unwrap({ key_id, wrapped }, journal.masterKey, user_id, journal.log) : 'locked'
  const kept = look && key !== 'locked' && pages.open(key, place, shownBy(look), now)
  if (kept) return kept
  const listed = await listEntries(journal, owner, page)
  if (listed.outcome === 'locked') return 'locked'
  const { outcome, ...list } = listed
  // As bytes: to write a string Node takes room for three times as much, and a page of texts is long enough to notice.
  const json = Buffer.from(JSON.stringify(list))
  // By what it shows itself: meanwhile something may have come or gone.
  const shown = list.entries
    .map(({ id, revision, updated_at }) => `${id} ${revision} ${Date.parse(updated_at)}`)
    .join()
  if (key !== 'locked') pages.keep(key, place, shownBy({ ...list, shown }), json, now)
  return json
}

type Shown = Pick<EntryStats, 'total' | 'linked' | 'this_month'> & { shown: string | null }
const shownBy = ({ total, linked, this_month, shown }: { [Name in keyof Shown]: Shown[Name] | string }) =>
  `${total} ${linked} ${this_month}:${shown}`

type Looked = { [Name in keyof Shown]: string } & { key_id: string | null; wrapped: Buffer | null }
type AskedPage = { user_id: string; since: Date; offset: number; limit: number }
const ownPage = statement((database, { user_id, since, offset, limit }: AskedPage) => ({
  compile: () =>
    sql<Looked>`select * from own_page(${user_id}, ${since}, ${offset}, ${limit})`.compile(database),
}))

type Place = { user_id: string; offset: number; limit: number }
type Kept = { sealed: Buffer; until: number }

/** Of sealed pages, in bytes; a longer one than a quarter of it is not worth the room. */
const room = 8_000_000
/** A page also shows what its terms are called, which is looked at no more often (milliseconds). */
const keptFor = 60_000

/**
 * Finished pages of people's Connections, sealed with the key of whom they belong to, so that what ends the key ends them too. Each
 * opens only for the page that it was, and as long as that shows the same Connections in the same versions.
 */
export function keepPages() {
  const kept = new Map<string, Kept>()
  let bytes = 0
  let ending: NodeJS.Timeout | undefined
  return { open, keep }

  /**
   * @param shown which Connections the page shows now, in which versions, and their counts
   * @returns what was kept, where it is the same still
   */
  function open(key: KeyObject, place: Place, shown: string, now: Date): Buffer<ArrayBuffer> | undefined {
    const page = kept.get(nameOf(place))
    if (!page || page.until <= now.getTime()) return undefined
    try {
      return unsealBytes(key, page.sealed, contextOf(place, shown))
    } catch {
      // Another version, or under the key of an account that was.
      return undefined
    }
  }

  function keep(key: KeyObject, place: Place, shown: string, json: Buffer, now: Date) {
    const name = nameOf(place)
    drop(name)
    if (json.length > room / 4) return
    const sealed = seal(key, json, contextOf(place, shown))
    kept.set(name, { sealed, until: now.getTime() + keptFor })
    bytes += sealed.length
    ending = ending ?? setTimeout(forgetAll, keptFor).unref()
    for (const [oldest, { until }] of kept) {
      if (bytes <= room && until > now.getTime()) break
      drop(oldest)
    }
  }

  /** So that what nobody asks for again is not kept longer than it is good for; a page that is just made is made once more. */
  function forgetAll() {
    kept.clear()
    bytes = 0
    ending = undefined
  }

  function drop(name: string) {
    bytes -= kept.get(name)?.sealed.length ?? 0
    kept.delete(name)
  }
}

type KeptPages = ReturnType<typeof keepPages>

const nameOf = ({ user_id, offset, limit }: Place) => `${user_id} ${offset} ${limit}`
const contextOf = (place: Place, shown: string) => ['a page of Connections', nameOf(place), shown]
