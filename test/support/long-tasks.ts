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

/** The longest main-thread task during `act`, in milliseconds of CPU time, so that other programs do not count. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  return Math.max(...(await tasksOf(page, 'CrRendererMain', act)))
}

/** What the page's workers work during `act`, in milliseconds of CPU time. */
export async function workerTime(page: Page, act: () => Promise<unknown>): Promise<number> {
  return (await tasksOf(page, 'DedicatedWorker thread', act)).reduce((sum, task) => sum + task, 0)
}

async function tasksOf(page: Page, thread: string, act: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser of its own')
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threadId = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === thread).map(threadId),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && threads.has(threadId(event)))
  if (!tasks.some(({ tdur }) => tdur)) throw new Error('the trace contains no task')
  return tasks.map(({ tdur = 0 }) => tdur / 1_000)
}
