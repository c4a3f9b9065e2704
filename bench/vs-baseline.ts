import pg from 'pg'
import { findRunningPostgres } from '../packages/embedded-postgres/find-running.ts'
import { measureRequests, type Round, searches } from './http.ts'
import type { LoadRequest } from './load.ts'
import { type Running, signUp, startBaseline } from './processes.ts'
import { atLeast, atMost, figure, median, noiseOf, type Row, type Section, times } from './table.ts'

const rounds = 7
/** seconds */
const duration = 1
/** Seconds. V8 optimizes the list after about 15,000 requests; before, each takes twice the CPU time. */
const warmUp = 6
const text = 'He said that I had imagined it, and that nobody else would put up with me. '.repeat(20)
/** Connections per user before the measurement: one page. */
const entryCount = 20
/** Users who save, because of the limit of 1,000 new Connections a day. */
const writers = 80

/** Ratios to the baseline: minimum throughput, maximum p99. */
const budget = { words: 0.6, own: 0.3, p99: 3 }

type Target = { measure: string; minimum: number; ours: LoadRequest[]; baseline: LoadRequest[] }

/** Compares the main requests with a minimal server (baseline-server.ts) on the same database in the same run. */
export async function measureVsBaseline(product: Running, dataDir: string): Promise<Section> {
  const connect = await findRunningPostgres(dataDir)
  if (!connect) throw new Error('The database of the product does not run.')
  const cookies: string[] = []
  for (let count = 0; count < writers; count++)
    cookies.push(await signUp(product.address, `writer-${count}@example.org`, `192.0.2.${count}`))
  for (let count = 0; count < entryCount; count++) await write(product.address, cookies[0] ?? '')
  const user_id = await preparePlain(connect('unfog_superuser'))
  const baseline = await startBaseline(connect('unfog_superuser'))
  try {
    const rows: Row[] = []
    const targets = targetsOf(cookies, user_id)
    const measured = targets.map((target) => ({ target, ours: [] as Round[], beside: [] as Round[] }))
    for (let round = -1; round < rounds; round++) {
      const seconds = round < 0 ? warmUp : duration
      for (const { target, ours, beside } of measured) {
        await checkpoint(connect('unfog_superuser'))
        const productRound = await measureRequests(product, target.ours, seconds)
        await checkpoint(connect('unfog_superuser'))
        const baselineRound = await measureRequests(baseline, target.baseline, seconds)
        // The first round is a warm-up.
        if (round >= 0) {
          ours.push(productRound)
          beside.push(baselineRound)
        }
      }
    }
    for (const { target, ours, beside } of measured) rows.push(...rowsOf(target, ours, beside))
    return {
      title: 'Beside the floor',
      note:
        'The floor: node:http with one pg query a request for the same rows, in the same database; Connections as plain rows. 10 ' +
        `connections, ${rounds} rounds of ${duration} s each in turn, after ${warmUp} s of each; medians, ratios within a round. PostgreSQL ` +
        "writes out what it holds before each. The processor time is of the Node process alone, without PostgreSQL's.",
      beside: 'floor',
      rows,
    }
  } finally {
    await baseline.stop()
  }
}

function targetsOf(cookies: string[], user_id: string): Target[] {
  const headers = cookies.map((cookie) => ({
    Cookie: cookie,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
  }))
  const body = JSON.stringify({ content: text })
  const queries = searches.map((search) => encodeURIComponent(search))
  return [
    {
      ...{ measure: 'list of terms', minimum: budget.words },
      ours: [{ path: '/api/terms' }],
      baseline: [{ path: '/terms' }],
    },
    {
      ...{ measure: 'a term', minimum: budget.words },
      ours: [{ path: '/api/terms/gaslighting' }],
      baseline: [{ path: '/term?slug=gaslighting' }],
    },
    {
      ...{ measure: 'search of 5', minimum: budget.words },
      ours: queries.map((search) => ({ path: `/api/terms/suggest?q=${search}` })),
      baseline: queries.map((search) => ({ path: `/search?q=${search}` })),
    },
    {
      ...{ measure: "a person's Connections", minimum: budget.own },
      ours: headers.slice(0, 1).map((first) => ({ path: '/api/journal-entries', headers: first })),
      baseline: [{ path: `/entries?user_id=${user_id}` }],
    },
    {
      ...{ measure: 'saving a Connection', minimum: budget.own },
      // Not by the user whose list is read, so that it stays the same.
      ours: headers
        .slice(1)
        .map((one) => ({ path: '/api/journal-entries', method: 'POST', headers: one, body })),
      baseline: [{ path: `/save?user_id=${user_id}`, method: 'POST', body }],
    },
  ]
}

function rowsOf({ measure, minimum: least }: Target, ours: Round[], beside: Round[]): Row[] {
  const row = (
    what: string,
    of: keyof Round,
    unit: string,
    judge?: (ratio: number, noise: number) => Partial<Row>,
  ): Row => {
    const ratios = ours.map((round, index) => round[of] / (beside[index]?.[of] ?? Number.NaN))
    return {
      measure: `${measure}, ${what}`,
      ours: figure(median(ours.map((round) => round[of])), unit),
      beside: figure(median(beside.map((round) => round[of])), unit),
      ratio: times(median(ratios)),
      ...judge?.(median(ratios), noiseOf(ratios)),
    }
  }
  return [
    row('requests a second', 'rate', '', (ratio, noise) => atLeast(ratio, least, 'x', noise)),
    row('p99', 'p99', 'ms', (ratio, noise) => atMost(ratio, budget.p99, 'x', noise)),
    row('processor a request', 'processor', 'µs'),
  ]
}

async function write(address: string, cookie: string): Promise<void> {
  const { status } = await fetch(`${address}/api/journal-entries`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    body: JSON.stringify({ content: text }),
  })
  if (status !== 201) throw new Error(`A Connection was answered ${status}.`)
}

/** Else one pays for what PostgreSQL has still to write of what the other saved, at whatever moment it begins to. */
async function checkpoint(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Copies the entries as plain rows. @returns the id of a user with entries */
async function preparePlain(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(
      'create table plain_entries (user_id uuid, id uuid, content text, created_at timestamptz, primary key (user_id, id))',
    )
    await client.query('create index on plain_entries (user_id, created_at desc, id desc)')
    await client.query(
      'insert into plain_entries select user_id, id, $1, created_at from public.journal_entries',
      [text],
    )
    await client.query('analyze')
    const { rows } = await client.query<{ user_id: string }>('select user_id from plain_entries limit 1')
    return rows[0]?.user_id ?? ''
  } finally {
    await client.end()
  }
}
