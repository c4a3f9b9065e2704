import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, figure, percentile, type Section, times } from './table.ts'

/** Milliseconds between page requests. */
const readEvery = 10
/** Milliseconds. 50 sign-ins a second exceed one core, so there is always a queue. */
const signInEvery = 20
const users = 15
const seconds = 5
/** Status when the password queue exceeds three seconds (docs/decisions/021). */
const queueFull = 503
const password = 'lantern over the quiet harbor'

/** Compares the p99 of a term page while 50 users a second sign in with that when idle. */
export async function measureSignIn(address: string): Promise<Section> {
  const emails = Array.from({ length: users }, (_, index) => `reader-${index}@example.org`)
  for (const email of emails) {
    const status = await post(address, 'sign-up', { email, password, of_age: 'on' })
    if (status >= 500) throw new Error(`sign-up answered ${status}.`)
  }
  const idle = await readFor(address)
  const answers: number[] = []
  const ended = new AbortController()
  const crowd = (async () => {
    const pending: Promise<unknown>[] = []
    for (let turn = 0; !ended.signal.aborted; turn++) {
      const email = emails[turn % users] as string
      const sent = post(address, 'sign-in', { email, password })
      pending.push(sent.then((status) => answers.push(status)).catch(() => answers.push(0)))
      await sleep(signInEvery)
    }
    await Promise.all(pending)
  })()
  const busy = await readFor(address)
  const answered = answers.length
  const rejected = answers.filter((status) => status === queueFull).length
  ended.abort()
  await crowd
  const failure = answers.find((status) => status === 0 || (status >= 500 && status !== queueFull))
  if (failure !== undefined) throw new Error(`sign-in answered ${failure || 'nothing'}.`)
  const [before, during] = [percentile(idle, 99), percentile(busy, 99)]
  return {
    title: 'While fifty a second sign in',
    note: `A term page every ${readEvery} ms for ${seconds} s, alone and while a sign-in arrives every ${signInEvery} ms (${answered} were answered meanwhile, ${rejected} of them that so many are signing in just now). Argon2id off the main thread, one at a time.`,
    rows: [
      { measure: 'term page, p99, alone', ours: figure(before, 'ms') },
      {
        measure: 'term page, p99, during',
        ours: `${figure(during, 'ms')} (${times(during / before)})`,
        ...atMost(during / before, 5, 'x'),
      },
    ],
  }
}

async function readFor(address: string): Promise<number[]> {
  const durations: Promise<number>[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    durations.push(timeOf(`${address}/glossary/gaslighting`))
    await sleep(readEvery)
  }
  return Promise.all(durations)
}

async function timeOf(url: string): Promise<number> {
  const start = performance.now()
  await (await fetch(url)).arrayBuffer()
  return performance.now() - start
}

async function post(address: string, mode: string, form: Record<string, string>): Promise<number> {
  const response = await fetch(`${address}/auth-test?mode=${mode}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: address },
    body: new URLSearchParams(form),
  })
  await response.arrayBuffer()
  return response.status
}
