import { setTimeout as sleep } from 'node:timers/promises'
import { type Received, smtpPeer } from '../test/support/smtp-peer.ts'
import { startServing } from './processes.ts'
import { figure, median, type Row, type Section, times } from './table.ts'

const password = 'lantern over the quiet harbor'
/** Pairs of questions for each row, after some that only warm up. */
const pairs = 40
const warm = 4
/** Milliseconds of rest after an answer, whose letter is begun 25 ms later, so that none is sent while the next question is measured. */
const rest = 120

/** What each row asks: on our pages a form, under /auth/v1 a body of JSON. */
type Question = { measure: string; path: string; body: (email: string) => Record<string, unknown> }
const questions: Question[] = [
  {
    measure: 'page: sign up',
    path: '/auth-test?mode=sign-up',
    body: (email) => ({ email, password, of_age: 'on' }),
  },
  { measure: 'page: new password', path: '/auth-test/reset', body: (email) => ({ email }) },
  { measure: 'wire: signup', path: '/auth/v1/signup', body: (email) => ({ email, password }) },
  { measure: 'wire: recover', path: '/auth/v1/recover', body: (email) => ({ email }) },
  { measure: 'wire: otp', path: '/auth/v1/otp', body: (email) => ({ email }) },
  {
    measure: 'wire: otp, no new account',
    path: '/auth/v1/otp',
    body: (email) => ({ email, create_user: false }),
  },
  { measure: 'wire: resend', path: '/auth/v1/resend', body: (email) => ({ email, type: 'signup' }) },
]

/**
 * Whether the time of an answer tells who has an account, on a server that sends mail: the same question for an address that
 * has one and for one that has none, in turns.
 *
 * @param folder an empty one, for the data of a server of its own
 */
export async function measureEnumeration(folder: string): Promise<Section> {
  const peer = await smtpPeer()
  const product = await startServing(folder, {
    SMTP_URL: peer.url,
    MAIL_FROM: 'letters@example.net',
    // Everybody asks from a place of their own: one place may ask five times an hour.
    TRUSTED_PROXIES: '1',
  }).catch(async (thrown: unknown) => {
    await peer.stop()
    throw thrown
  })
  try {
    const rows: Row[] = []
    for (const question of questions) {
      // Resending is for who never confirmed; everybody else has done so.
      const known = await members(product.address, peer.received, !question.path.endsWith('/resend'))
      rows.push(await compare(product.address, question, known))
    }
    return {
      title: 'Whether the time of an answer tells who has an account',
      note: `With SMTP; ${pairs} pairs of questions in turns, ${rest} ms apart; medians, ratios within a pair.`,
      beside: 'unknown',
      rows,
    }
  } finally {
    await product.stop()
    await peer.stop()
  }
}

async function compare(address: string, question: Question, emails: string[]): Promise<Row> {
  const [theirs, nobodys]: [number[], number[]] = [[], []]
  for (const [turn, email] of emails.entries()) {
    const asks = [
      async () => theirs.push(await timeOf(address, question, email)),
      async () => nobodys.push(await timeOf(address, question, newEmail())),
    ]
    for (const ask of turn % 2 === 0 ? asks : asks.toReversed()) await ask()
  }
  const [known_ms, unknown_ms] = [theirs.slice(warm), nobodys.slice(warm)]
  // Within a pair, so that what else this machine does meanwhile counts for both.
  const ratio = median(known_ms.map((taken, pair) => taken / (unknown_ms[pair] ?? Number.NaN)))
  return {
    measure: question.measure,
    ours: figure(median(known_ms), 'ms'),
    beside: figure(median(unknown_ms), 'ms'),
    ratio: times(ratio),
    budget: '0.9x to 1.1x',
    passed: ratio >= 0.9 && ratio <= 1.1,
  }
}

async function timeOf(address: string, { path, body }: Question, email: string): Promise<number> {
  const begun = performance.now()
  await post(address, path, body(email))
  const taken = performance.now() - begun
  await sleep(rest)
  return taken
}

let people = 0
let clientCount = 0
const newEmail = () => `reader-${++people}@example.org`

/** Accounts of their own for each row: one mailbox gets five letters an hour, and the later ones take longer to ask for. */
async function members(address: string, received: Received[], confirmed: boolean): Promise<string[]> {
  const emails = Array.from({ length: warm + pairs }, newEmail)
  for (const email of emails) {
    await post(address, '/auth-test?mode=sign-up', { email, password, of_age: 'on' })
    if (confirmed) await post(address, '/auth-test/link', { token: await tokenTo(received, email), password })
  }
  return emails
}

async function tokenTo(received: Received[], email: string): Promise<string> {
  for (let turn = 0; turn < 500; turn++) {
    const letter = received.find(({ to }) => to.includes(email))
    if (letter) return /link[?]token=([\w-]{43})\n/.exec(letter.text)?.[1] ?? ''
    await sleep(20)
  }
  throw new Error('A letter did not arrive.')
}

async function post(address: string, path: string, body: Record<string, unknown>): Promise<void> {
  const isAuthApi = path.startsWith('/auth/v1')
  const response = await fetch(address + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Origin: address,
      'X-Forwarded-For': `192.0.2.${++clientCount}`,
      ...(isAuthApi && { 'Content-Type': 'application/json' }),
    },
    body: isAuthApi ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>),
  })
  await response.arrayBuffer()
  if (response.status >= 400) throw new Error(`${path} answered ${response.status}.`)
}
