import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startProduct } from '../test/support/product.ts'
import { type Running, residentMegabytes, startHelloWorld } from './processes.ts'
import { atMost, figure, median, type Row, type Section, times } from './table.ts'

const rounds = 3
/** Milliseconds until ready, without the build. */
const budget = { first: 15_000, again: 3_000 }
/** Megabytes of the server process. */
const memoryBudget = { warm: 150, loaded: 250 }

/**
 * Measures the start until `ready`: with an empty DATA_DIR (PostgreSQL created and migrated, glossary synced), and again.
 *
 * @param folder for temporary data folders
 */
export async function measureStart(folder: string): Promise<Section> {
  const first: number[] = []
  const again: number[] = []
  const hello: number[] = []
  for (let round = 0; round < rounds; round++) {
    const DATA_DIR = await mkdtemp(join(folder, 'start-'))
    const start = () => startProduct({ DATA_DIR, PORT: '0' })
    for (const kept of [first, again]) kept.push(await timed(start))
    hello.push(await timed(() => startHelloWorld(folder)))
    await rm(DATA_DIR, { recursive: true, force: true })
  }
  const row = (measure: string, values: number[], limit: number): Row => ({
    measure,
    ours: figure(median(values), 'ms'),
    beside: figure(median(hello), 'ms'),
    ratio: times(median(values) / median(hello)),
    ...atMost(median(values), limit, ' ms'),
  })
  return {
    title: 'Start',
    note: `From the command to the line "ready", built before; medians of ${rounds}.`,
    beside: 'hello-world',
    rows: [
      row('first start, empty DATA_DIR', first, budget.first),
      row('start with nothing changed', again, budget.again),
    ],
  }
}

async function timed(start: () => Promise<{ stop(): Promise<unknown> }>): Promise<number> {
  const begin = performance.now()
  const server = await start()
  const milliseconds = performance.now() - begin
  await server.stop()
  return milliseconds
}

/** Memory of both server processes, in MB. */
export type Memory = { ours: number; hello: number }

export const readMemory = (product: Running, hello: Running): Memory => ({
  ours: residentMegabytes(product.pid),
  hello: residentMegabytes(hello.pid),
})

/**
 * @param warm after one request of each kind
 * @param loaded after the measurement under load
 * @param rested five seconds later
 */
export function memorySection(warm: Memory, loaded: Memory, rested: Memory): Section {
  const row = (measure: string, { ours, hello }: Memory, limit?: number): Row => ({
    measure,
    ours: figure(ours, 'MB'),
    beside: figure(hello, 'MB'),
    ratio: times(ours / hello),
    ...(limit === undefined ? {} : atMost(ours, limit, ' MB')),
  })
  return {
    title: 'Memory',
    note: 'Resident set of the server process, without the PostgreSQL beside it.',
    beside: 'hello-world',
    rows: [
      row('after warm-up', warm, memoryBudget.warm),
      row('after the load', loaded, memoryBudget.loaded),
      row('five seconds later', rested),
    ],
  }
}
