import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { seal, unsealBytes } from '../../../platform/crypto.server.ts'
import { statement } from '../../../platform/database/statement.server.ts'
import { unchanged } from '../../../platform/database/unchanged.server.ts'
import type { Owner, Recalled, Seen } from '../../../platform/owner.ts'
import type { EntryStats } from '../contract.ts'
import { listEntries, month } from '../reads.server.ts'
import { type Journal, knownKey, unwrap } from '../sealed/reads.server.ts'

/**
 * A page of somebody's Connections as `listAsJson` made it within a minute, where nothing has changed: one statement tells which it would
 * show, to who is still who they were (docs/decisions/027).
 */
export async function listAtOnce(
  journal: Journal,
  { user_id, seen }: Recalled,
  page: Page,
  pages: KeptPages,
): Promise<Bytes | undefined> {
  const now = journal.clock.now()
  const place = { user_id, ...page }
  if (!pages.has(place, now)) return undefined
  const [look] = await ownPage(journal.database, {
    ...place,
    ...seen,
    since: new Date(now.getTime() - month),
  })
  const { key_id, wrapped } = look ?? {}
  if (!look || !key_id || !wrapped) return undefined
  const key = unwrap({ key_id, wrapped }, journal.masterKey, user_id, journal.log)
  return key === 'locked' ? undefined : pages.open(key, place, shownBy(look), now)
}

/** `listEntries` as JSON in UTF-8, which is kept for a minute. */
export async function listAsJson(
  journal: Journal,
  owner: Owner,
  page: Page,
  pages: KeptPages,
): Promise<Bytes | 'locked'> {
  const { user_id } = owner
  const listed = await listEntries(journal, owner, page)
  if (listed.outcome === 'locked') return 'locked'
  const { outcome, ...list } = listed
  // As bytes: to write a string Node takes room for three times as much, and a page of texts is long enough to notice.
  const json = Buffer.from(JSON.stringify(list))
  const shown = list.entries
    .map(({ id, revision, updated_at }) => `${id} ${revision} ${Date.parse(updated_at)}`)
    .join()
  // Whoever has nothing sealed has no key, and nothing to keep.
  const { key } = knownKey(journal, user_id) ?? {}
  if (key) pages.keep(key, { user_id, ...page }, shownBy({ ...list, shown }), json, journal.clock.now())
  return json
}

type Page = { offset: number; limit: number }
type Bytes = Buffer<ArrayBuffer>

type Shown = Pick<EntryStats, 'total' | 'linked' | 'this_month'> & { shown: string | null }
const shownBy = ({ total, linked, this_month, shown }: { [Name in keyof Shown]: Shown[Name] | string }) =>
  `${total} ${linked} ${this_month}:${shown}`

type Looked = { [Name in keyof Shown]: string } & { key_id: string | null; wrapped: Buffer | null }
const ownPage = statement((database, asked: Place & Seen & { since: Date }) => ({
  compile: () =>
    sql<Looked>`select * from own_page(${asked.user_id}, ${asked.since}, ${asked.offset}, ${asked.limit})
                 where ${unchanged(asked)}`.compile(database),
}))

type Place = Page & { user_id: string }
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
  return { has, open, keep }

  function has(place: Place, now: Date): boolean {
    const page = kept.get(nameOf(place))
    return page !== undefined && page.until > now.getTime()
  }

  /**
   * @param shown which Connections the page shows now, in which versions, and their counts
   * @returns what was kept, where it is the same still
   */
  function open(key: KeyObject, place: Place, shown: string, now: Date): Bytes | undefined {
    const page = has(place, now) && kept.get(nameOf(place))
    if (!page) return undefined
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

export type KeptPages = ReturnType<typeof keepPages>

const nameOf = ({ user_id, offset, limit }: Place) => `${user_id} ${offset} ${limit}`
const contextOf = (place: Place, shown: string) => ['a page of Connections', nameOf(place), shown]
