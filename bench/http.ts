import { type LoadRequest, load } from './load.ts'
import { processorMicroseconds, type Running } from './processes.ts'
import {
  atLeast,
  atMost,
  figure,
  median,
  noiseOf,
  percentile,
  type Row,
  type Section,
  times,
} from './table.ts'

const connections = 10
const rounds = 5
/** seconds */
const duration = 2

/** Typical searches: prefixes of names, words of definitions, two words, no match, one letter. */
export const searches = [
  'gas|gaslighting|narc|love b|hoover|trauma bond|silent|flying|grey rock|smear|control|boundar|guilt|fear|blame|isolation',
  "memory|friends|apolog|partner anger|money|child|work|doubt|walking on|don't|a|e|zebra|xyzzy",
].flatMap((line) => line.split('|'))

type Target = { measure: string; paths: string[]; budget?: Budget }
/** Ratios to the hello-world: minimum throughput, maximum p99. */
type Budget = { rate: number; p99: number }

/** Cached pages of 10 kB with one log line. */
const cachedPage: Budget = { rate: 0.3, p99: 3 }

const targets: Target[] = [
  { measure: 'term page', paths: ['/glossary/gaslighting'], budget: cachedPage },
  { measure: 'list', paths: ['/glossary'], budget: cachedPage },
  { measure: '/api/terms', paths: ['/api/terms'], budget: cachedPage },
  // Searches are never cached, so they have a budget in vs-baseline.ts only.
  {
    measure: 'search of 5',
    paths: searches.map((text) => `/api/terms/suggest?q=${encodeURIComponent(text)}`),
  },
]

export type Round = { rate: number; p50: number; p99: number; processor: number }

/** Compares throughput and latency with the hello-world, in interleaved rounds. */
export async function measureHttp(product: Running, hello: Running): Promise<Section> {
  const runs = await Promise.all(
    targets.map(async (target) => ({
      ...{ target, ours: [] as Round[], beside: [] as Round[] },
      same: [`/bytes/${await bytesOf(product.address + target.paths[0])}`],
    })),
  )
  for (const { target, same } of runs) {
    await measureServer(product, target.paths, 1)
    await measureServer(hello, same, 1)
  }
  for (let round = 0; round < rounds; round++) {
    for (const { target, ours, beside, same } of runs) {
      ours.push(await measureServer(product, target.paths, duration))
      beside.push(await measureServer(hello, same, duration))
    }
  }
  return {
    title: 'Under load',
    note:
      `${connections} connections, ${rounds} rounds of ${duration} s each in turn, after a warm-up; medians of the rounds, ` +
      'ratios within a round. The hello-world answers as many bytes. LOG_LEVEL=info, as in production, the lines thrown away.',
    beside: 'hello-world',
    rows: runs.flatMap(({ target, ours, beside }) => rowsOf(target, ours, beside)),
  }
}

function rowsOf({ measure, budget }: Target, ours: Round[], beside: Round[]): Row[] {
  const row = (
    what: string,
    of: keyof Round,
    unit: string,
    keeps?: (ratio: number, noise: number) => Partial<Row> | undefined,
  ): Row => {
    const ratios = ours.map((round, index) => round[of] / (beside[index]?.[of] ?? Number.NaN))
    const ratio = median(ratios)
    return {
      measure: `${measure}, ${what}`,
      ours: figure(median(ours.map((round) => round[of])), unit),
      beside: figure(median(beside.map((round) => round[of])), unit),
      ratio: times(ratio),
      ...keeps?.(ratio, noiseOf(ratios)),
    }
  }
  return [
    row('requests a second', 'rate', '', (ratio, noise) => budget && atLeast(ratio, budget.rate, 'x', noise)),
    row('p50', 'p50', 'ms'),
    row('p99', 'p99', 'ms', (ratio, noise) => budget && atMost(ratio, budget.p99, 'x', noise)),
    row('processor a request', 'processor', 'µs'),
  ]
}

/** The compressed size of a response. */
async function bytesOf(url: string): Promise<number> {
  const { headers, body } = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
  await body?.cancel()
  return Number(headers.get('Content-Length')) || 300
}

/** Measures a server under load from ten connections. @throws like `load` */
export async function measureServer(
  server: Running,
  paths: string[],
  seconds: number,
  options: Omit<LoadRequest, 'path'> = {},
): Promise<Round> {
  return measureRequests(
    server,
    paths.map((path) => ({ path, ...options })),
    seconds,
  )
}

/** The same with full requests instead of paths. */
export async function measureRequests(
  server: Running,
  requests: LoadRequest[],
  seconds: number,
): Promise<Round> {
  const processor = processorMicroseconds(server.pid)
  const started = performance.now()
  const latencies = await load(server.address, requests, connections, seconds)
  return {
    rate: latencies.length / ((performance.now() - started) / 1000),
    p50: median(latencies),
    p99: percentile(latencies, 99),
    processor: (processorMicroseconds(server.pid) - processor) / latencies.length,
  }
}
