import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { emptyDocument } from '../src/domains/connections/document/document.rules.ts'
import { entryContext, type Journal } from '../src/domains/connections/encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from '../src/domains/connections/encryption.writes.server.ts'
import { listEntries, readEntry } from '../src/domains/connections/entries.reads.server.ts'
import { changeEntry, saveEntry } from '../src/domains/connections/entries.writes.server.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createOwner } from '../src/platform/create-owner.ts'
import { masterKey } from '../src/platform/crypto.server.ts'
import { withOwner } from '../src/platform/database/with-owner.server.ts'
import { createLog } from '../src/platform/log.server.ts'
import type { Owner } from '../src/platform/owner.ts'
import { withOwnPostgres } from './own-postgres.ts'
import { atMost, figure, median, percentile, type Row, type Section, times } from './table.ts'

const [few, many] = [20, 10_000]
const repeats = 300
/** Ratios to 20 entries, to a change that keeps no version, and to plain rows without encryption, row level security and counting. */
const budget = { many: 2, plain: 8, history: 2.5 }
const text = 'He said that I had imagined it, and that nobody else would put up with me. '.repeat(20)

/** Measures reading, saving and changing Connections with 20 and 10,000 of them, and compares with single statements on plain rows. */
export const measureJournal = (folder: string): Promise<Section> =>
  withOwnPostgres(folder, async ({ client, app: database }) => {
    const log = createLog('error')
    const journal: Journal = { database, masterKey: masterKey(randomBytes(32)), clock: systemClock, log }
    const [ana, ben] = [await writer(client, journal, few), await writer(client, journal, many)]
    await preparePlain(client, [ana, ben])
    return {
      title: 'Journal',
      note: `Texts of ${text.length} characters; medians of ${repeats} taken in turn, with their p99. Ratios to what ${few} cost, and to plain rows in the same database.`,
      beside: 'plain rows',
      rows: await rowsOf(client, journal, ana, ben),
    }
  })

type Writer = { owner: Owner; middle: string; last: string }

/** Creates a user with encrypted Connections, an hour apart. */
async function writer(client: pg.Client, journal: Journal, count: number): Promise<Writer> {
  const user_id = uuidv7()
  await client.query('insert into auth.users (id) values ($1)', [user_id])
  const owner = createOwner({ user_id, session_id: uuidv7(), status: 'active', journals: true })
  const ids = Array.from({ length: count }, () => uuidv7())
  await withOwner(journal.database, owner, async (own) => {
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'undecryptable') throw new Error('the data key does not open')
    for (let from = 0; from < count; from += 500) {
      const rows = ids.slice(from, from + 500).map((id, index) => {
        const created_at = new Date(Date.now() - (from + index) * 3_600_000)
        const writing = { ...emptyDocument, content: text }
        return {
          ...{
            user_id,
            id,
            revision: 1,
            entry_type: 'freeform' as const,
            created_at,
            updated_at: created_at,
          },
          sealed: encryptDocument(key, writing, entryContext({ user_id, id, revision: 1 })),
        }
      })
      await own.insertInto('journal_entries').values(rows).execute()
    }
  })
  return { owner, middle: ids[count >> 1] ?? '', last: ids.at(-1) ?? '' }
}

async function preparePlain(client: pg.Client, writers: Writer[]): Promise<void> {
  await client.query(
    'create table plain_entries (user_id uuid, id uuid, content text, created_at timestamptz, primary key (user_id, id))',
  )
  await client.query('create index on plain_entries (user_id, created_at desc, id desc)')
  await client.query(
    `insert into plain_entries select user_id, id, $1, created_at from journal_entries where user_id = any($2)`,
    [text, writers.map(({ owner }) => owner.user_id)],
  )
  // What autovacuum does by itself a minute later.
  await client.query('vacuum analyze')
}

async function rowsOf(client: pg.Client, journal: Journal, ana: Writer, ben: Writer): Promise<Row[]> {
  const plain = {
    list: ({ owner }: Writer) =>
      client.query(
        'select * from plain_entries where user_id = $1 order by created_at desc, id desc limit 20',
        [owner.user_id],
      ),
    read: ({ owner, middle }: Writer) =>
      client.query('select * from plain_entries where user_id = $1 and id = $2', [owner.user_id, middle]),
    save: ({ owner }: Writer) =>
      client.query('insert into plain_entries values ($1, $2, $3, now())', [owner.user_id, uuidv7(), text]),
  }
  const ours = {
    list: ({ owner }: Writer) => listEntries(journal, owner, { limit: 20 }),
    read: ({ owner, middle }: Writer) => readEntry(journal, owner, middle),
    save: ({ owner }: Writer) => saveEntry(journal, owner, { content: text, linked_term_id: null }),
  }
  const rows: Row[] = []
  for (const [intent, measure] of [
    ['list', 'first page and counts'],
    ['read', 'one Connection'],
    ['save', 'saving one'],
  ] as const) {
    const [short, long, open] = await measureInterleaved([
      () => ours[intent](ana),
      () => ours[intent](ben),
      () => plain[intent](ben),
    ])
    rows.push(
      {
        measure: `${measure}, of ${few} (p99)`,
        ours: timesOf(short),
        beside: timesOf(open),
        ratio: times(median(short) / median(open)),
        ...atMost(median(short) / median(open), budget.plain, 'x plain'),
      },
      {
        measure: `${measure}, of ${many} (p99)`,
        ours: timesOf(long),
        beside: timesOf(open),
        ratio: times(median(long) / median(open)),
        ...atMost(median(long) / median(short), budget.many, `x those of ${few}`),
      },
    )
  }
  return [...rows, ...(await changeRows(client, journal, ben))]
}

/** Changing a Connection copies the version before; a change to the same text does everything else. */
async function changeRows(
  client: pg.Client,
  journal: Journal,
  { owner, middle, last }: Writer,
): Promise<Row[]> {
  const [versions, revisions] = [{ count: 0 }, { count: 0 }]
  const change = (id: string, revision: number, content: string) =>
    changeEntry(journal, owner, id, { revision, content })
  const [copied, same, open] = await measureInterleaved([
    () => change(middle, ++versions.count, `${text}${versions.count}`),
    () => change(last, ++revisions.count, text),
    () =>
      client.query('update plain_entries set content = $3 where user_id = $1 and id = $2', [
        ...[owner.user_id, middle],
        `${text}${versions.count}`,
      ]),
  ])
  const compared = (measured: number[]) => ({
    ours: timesOf(measured),
    beside: timesOf(open),
    ratio: times(median(measured) / median(open)),
  })
  return [
    {
      measure: `changing one, of ${many}, to the same text (p99)`,
      ...compared(same),
      ...atMost(median(same) / median(open), budget.plain, 'x plain'),
    },
    {
      measure: `changing one, of ${many} (p99)`,
      ...compared(copied),
      ...atMost(median(copied) / median(same), budget.history, 'x without a version'),
    },
  ]
}

const timesOf = (milliseconds: number[]) =>
  `${figure(median(milliseconds))} (${figure(percentile(milliseconds, 99))}) ms`

/** Interleaves the actions, so that other load affects all of them. */
async function measureInterleaved<Actions extends (() => Promise<unknown>)[]>(
  actions: [...Actions],
): Promise<{ [Place in keyof Actions]: number[] }> {
  const taken = actions.map((): number[] => [])
  for (let round = -20; round < repeats; round++) {
    for (const [index, intent] of actions.entries()) {
      const begin = performance.now()
      await intent()
      if (round >= 0) taken[index]?.push(performance.now() - begin)
    }
  }
  return taken as { [Place in keyof Actions]: number[] }
}
