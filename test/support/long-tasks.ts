import type { Page } from 'playwright'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/**
 * How long the longest task of a page takes while something is done (milliseconds of the processor, as a machine that does nothing
 * else would take: what other programs do meanwhile is not counted).
 */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser of its own')
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threadId = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadId),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mains.has(threadId(event)))
  if (!tasks.some(({ tdur }) => tdur)) throw new Error('the browser told of no task')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}
