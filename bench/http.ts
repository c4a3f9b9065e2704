import autocannon from 'autocannon'
import { processorMicroseconds, type Running } from './processes.ts'
import { atLeast, atMost, figure, median, percentile, type Row, type Section, times } from './table.ts'

const connections = 10
const rounds = 5
/** seconds */
const duration = 2

/** As people type: beginnings of names, words of definitions, two words, nothing found, one letter. */
export const searches = [
  'gas|gaslighting|narc|love b|hoover|trauma bond|silent|flying|grey rock|smear|control|boundar|guilt|fear|blame|isolation',
  "memory|friends|apolog|partner anger|money|child|work|doubt|walking on|don't|a|e|zebra|xyzzy",
].flatMap((line) => line.split('|'))

type Target = { measure: string; paths: string[]; budget: Budget }
/** Times the hello-world's: the least requests a second, the most p99 and processor time. */
type Budget = { rate: number; p99: number; processor: number }

/** A finished page of 10 kB and a line of log, and nothing made anew. These are aims: what misses them is marked. */
const kept: Budget = { rate: 0.5, p99: 3, processor: 3.5 }
/** Nothing is kept of what people look for, so each search is a query. */
const asked: Budget = { rate: 0.1, p99: 10, processor: 15 }

const targets: Target[] = [
  { measure: 'term page', paths: ['/glossary/gaslighting'], budget: kept },
  { measure: 'list', paths: ['/glossary'], budget: kept },
  { measure: '/api/terms', paths: ['/api/terms'], budget: kept },
  {
    measure: 'search of 5',
    paths: searches.map((text) => `/api/terms/suggest?q=${encodeURIComponent(text)}`),
    budget: asked,
  },
]

type Round = { rate: number; p50: number; p99: number; processor: number }

/** Throughput and latency of the product beside the hello-world, each round of all in turn. */
export async function measureHttp(product: Running, hello: Running): Promise<Section> {
  const all = [{ measure: 'hello', paths: ['/'] }, ...targets]
  const load = ({ measure, paths }: (typeof all)[number], seconds: number) =>
    ask(measure === 'hello' ? hello : product, paths, seconds)
  for (const target of all) await load(target, 1)
  const measured = new Map<string, Round[]>(all.map(({ measure }) => [measure, []]))
  for (let round = 0; round < rounds; round++) {
    for (const target of all) measured.get(target.measure)?.push(await load(target, duration))
  }
  const beside = measured.get('hello') ?? []
  return {
    title: 'Under load',
    note:
      `${connections} connections, ${rounds} rounds of ${duration} s each in turn, after a warm-up; medians of the rounds, ` +
      'ratios within a round. LOG_LEVEL=info, as in production, the lines thrown away.',
    beside: 'hello-world',
    rows: targets.flatMap((target) => rowsOf(target, measured.get(target.measure) ?? [], beside)),
  }
}

function rowsOf({ measure, budget }: Target, ours: Round[], beside: Round[]): Row[] {
  const row = (what: string, of: keyof Round, unit: string, keeps?: (ratio: number) => Partial<Row>): Row => {
    const ratio = median(ours.map((round, place) => round[of] / (beside[place]?.[of] ?? Number.NaN)))
    return {
      measure: `${measure}, ${what}`,
      ours: figure(median(ours.map((round) => round[of])), unit),
      beside: figure(median(beside.map((round) => round[of])), unit),
      ratio: times(ratio),
      ...keeps?.(ratio),
    }
  }
  return [
    row('requests a second', 'rate', '', (ratio) => atLeast(ratio, budget.rate, 'x')),
    row('p50', 'p50', 'ms'),
    row('p99', 'p99', 'ms', (ratio) => atMost(ratio, budget.p99, 'x')),
    row('processor a request', 'processor', 'µs', (ratio) =>
      Number.isNaN(ratio) ? {} : atMost(ratio, budget.processor, 'x'),
    ),
  ]
}

async function ask(server: Running, paths: string[], seconds: number): Promise<Round> {
  const latencies: number[] = []
  const processor = processorMicroseconds(server.pid)
  const started = performance.now()
  const run = autocannon({
    url: server.address,
    connections,
    duration: seconds,
    sampleInt: 50,
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    requests: paths.map((path) => ({ path })),
  })
  // Its own histogram counts whole milliseconds, which is coarser than what we measure.
  run.on('response', (_client, _status, _bytes, milliseconds: number) => latencies.push(milliseconds))
  const { errors, timeouts, non2xx } = await run
  if (errors + timeouts + non2xx > 0 || latencies.length === 0) {
    throw new Error(`${paths[0]}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx.`)
  }
  return {
    rate: latencies.length / ((performance.now() - started) / 1000),
    p50: median(latencies),
    p99: percentile(latencies, 99),
    processor: (processorMicroseconds(server.pid) - processor) / latencies.length,
  }
}
