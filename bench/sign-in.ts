import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, figure, percentile, type Section, times } from './table.ts'

/** A page a reader asks for while others sign in, in milliseconds between two of them. */
const readEvery = 10
/** 50 sign-ins a second, more than a core can compute: a queue stands all the while. */
const signInEvery = 20
const people = 15
const seconds = 5
const password = 'lantern over the quiet harbor'

/** Whether readers wait while fifty people a second sign in: the p99 of a term page beside its own when nobody does. */
export async function measureSignIn(address: string): Promise<Section> {
  const emails = Array.from({ length: people }, (_, place) => `reader-${place}@example.org`)
  for (const email of emails) await post(address, 'sign-up', { email, password, of_age: 'on' })
  const idle = await readFor(address)
  let answered = 0
  const ended = new AbortController()
  const crowd = (async () => {
    const going: Promise<unknown>[] = []
    for (let turn = 0; !ended.signal.aborted; turn++) {
      const email = emails[turn % people] as string
      going.push(post(address, 'sign-in', { email, password }).then(() => answered++))
      await sleep(signInEvery)
    }
    await Promise.all(going)
  })()
  const busy = await readFor(address)
  const meanwhile = answered
  ended.abort()
  await crowd
  const [before, during] = [percentile(idle, 99), percentile(busy, 99)]
  return {
    title: 'While fifty a second sign in',
    note: `A term page every ${readEvery} ms for ${seconds} s, alone and while a sign-in arrives every ${signInEvery} ms (${meanwhile} were answered meanwhile). Argon2id off the main thread, one at a time.`,
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
  const taken: Promise<number>[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    taken.push(timeOf(`${address}/glossary/gaslighting`))
    await sleep(readEvery)
  }
  return Promise.all(taken)
}

async function timeOf(url: string): Promise<number> {
  const begun = performance.now()
  await (await fetch(url)).arrayBuffer()
  return performance.now() - begun
}

async function post(address: string, mode: string, form: Record<string, string>): Promise<void> {
  const response = await fetch(`${address}/auth-test?mode=${mode}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: address },
    body: new URLSearchParams(form),
  })
  await response.arrayBuffer()
  if (response.status >= 500) throw new Error(`${mode} answered ${response.status}.`)
}
