import { setTimeout as sleep } from 'node:timers/promises'
import { type Received, smtpPeer } from '../test/support/smtp-peer.ts'
import { startServing } from './processes.ts'
import { figure, median, type Row, type Section, times } from './table.ts'

const password = 'lantern over the quiet harbor'
/** Pairs of requests per row, after a warm-up. */
const pairs = 40
const warm = 4
/** Milliseconds between requests, so that the email of one, sent 25 ms later, does not affect the next. */
const rest = 120

type Probe = { measure: string; path: string; body: (email: string) => Record<string, unknown> }
const probes: Probe[] = [
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
 * Measures timing attacks on account existence, with SMTP: alternates requests for existing and unknown emails.
 *
 * @param folder an empty data folder
 */
export async function measureEnumeration(folder: string): Promise<Section> {
  const peer = await smtpPeer()
  const product = await startServing(folder, {
    SMTP_URL: peer.url,
    MAIL_FROM: 'letters@example.net',
    // Each request has its own IP, because of rate limits.
    TRUSTED_PROXIES: '1',
  }).catch(async (thrown: unknown) => {
    await peer.stop()
    throw thrown
  })
  try {
    const rows: Row[] = []
    for (const probe of probes) {
      // Only unconfirmed accounts can resend.
      const known = await createAccounts(product.address, peer.received, !probe.path.endsWith('/resend'))
      rows.push(await compare(product.address, probe, known))
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

async function compare(address: string, probe: Probe, emails: string[]): Promise<Row> {
  const [knownTimes, unknownTimes]: [number[], number[]] = [[], []]
  for (const [turn, email] of emails.entries()) {
    const requests = [
      async () => knownTimes.push(await timeOf(address, probe, email)),
      async () => unknownTimes.push(await timeOf(address, probe, newEmail())),
    ]
    for (const request of turn % 2 === 0 ? requests : requests.toReversed()) await request()
  }
  const [known_ms, unknown_ms] = [knownTimes.slice(warm), unknownTimes.slice(warm)]
  // Ratios within a pair, so that other load affects both.
  const ratio = median(known_ms.map((taken, pair) => taken / (unknown_ms[pair] ?? Number.NaN)))
  return {
    measure: probe.measure,
    ours: figure(median(known_ms), 'ms'),
    beside: figure(median(unknown_ms), 'ms'),
    ratio: times(ratio),
    budget: '0.9x to 1.1x',
    passed: ratio >= 0.9 && ratio <= 1.1,
  }
}

async function timeOf(address: string, { path, body }: Probe, email: string): Promise<number> {
  const begun = performance.now()
  await post(address, path, body(email))
  const taken = performance.now() - begun
  await sleep(rest)
  return taken
}

let userCount = 0
let clientCount = 0
const newEmail = () => `reader-${++userCount}@example.org`

/** New accounts for each row: one mailbox gets five emails an hour, and later requests are delayed. */
async function createAccounts(address: string, received: Received[], confirmed: boolean): Promise<string[]> {
  const emails = Array.from({ length: warm + pairs }, newEmail)
  for (const email of emails) {
    await post(address, '/auth-test?mode=sign-up', { email, password, of_age: 'on' })
    if (confirmed) await post(address, '/auth-test/link', { token: await tokenTo(received, email), password })
  }
  return emails
}

async function tokenTo(received: Received[], email: string): Promise<string> {
  for (let turn = 0; turn < 500; turn++) {
    const sentEmail = received.find(({ to }) => to.includes(email))
    if (sentEmail) return /link[?]token=([\w-]{43})\n/.exec(sentEmail.text)?.[1] ?? ''
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
