import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { createServiceToken } from '../../src/domains/identity/accounts/service-tokens.writes.server.ts'
import { mailJobs } from '../../src/domains/identity/messages/messages.jobs.server.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { masterKey } from '../../src/platform/crypto.server.ts'
import { createMail } from '../../src/platform/mail.server.ts'
import { processRequests } from './engine.ts'
import { plainText } from './smtp-peer.ts'
import { testApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'

const url = 'http://localhost:3000/auth/v1'
/** With SMTP configured, addresses must be confirmed. Nothing is sent: `readMessages` takes messages from the queue. */
export const withMail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'letters@example.net' }

export const password = 'lantern over the quiet harbor'
export const otherPassword = 'seven paper boats at noon'
export const version = { 'X-Supabase-Api-Version': '2024-01-01' }
export const bearer = (token: string) => ({ headers: { ...version, Authorization: `Bearer ${token}` } })

let counter = 0

/**
 * The whole app with unmodified Supabase clients.
 *
 * @returns `client` creates a client with its own IP; `ask` sends a raw request; `readMessages` renders and reads the queued messages
 */
export async function authApiApp(database: TestDatabase, environment: Record<string, string> = {}) {
  const testServer = await testApp(database, { environment: { TRUSTED_PROXIES: '1', ...environment } })
  testServer.time.now = new Date()
  const ask = async (path: string, init: RequestInit = {}) =>
    testServer.app.request(path.startsWith('http') ? path : `${url}${path}`, {
      ...init,
      headers: { 'X-Forwarded-For': `198.51.100.${++counter % 250}-${counter}`, ...(init.headers as object) },
    })

  function client(options: ConstructorParameters<typeof AuthClient>[0] = {}) {
    const storage = new Map<string, string>()
    const address = `203.0.113.${++counter}`
    const requests: { path: string; status: number }[] = []
    const auth = new AuthClient({
      url,
      storageKey: randomUUID(),
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
      ...options,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
      async fetch(input, init) {
        const headers = new Headers(init?.headers)
        headers.set('X-Forwarded-For', address)
        const response = await testServer.app.request(String(input), { ...init, headers } as RequestInit)
        requests.push({ path: String(input).slice(url.length), status: response.status })
        return response
      },
    })
    return { auth, requests, storage, address }
  }

  /** A client with a service token. @param hours its lifetime */
  async function service(hours = 1) {
    const clock = { now: () => testServer.time.now }
    const { id, token } = await createServiceToken(database.auth, clock, hours * 60 * 60 * 1000)
    const created = client({ headers: { Authorization: `Bearer ${token}` } })
    return { ...created, id, token, admin: created.auth.admin }
  }

  const advance = (milliseconds: number) => {
    testServer.time.now = new Date(testServer.time.now.getTime() + milliseconds)
  }

  /** Signs up a user, without SMTP. */
  async function createUser(options: Parameters<typeof client>[0] = {}) {
    const email = `person-${++counter}@example.org`
    const account = client(options)
    const { data, error } = await account.auth.signUp({ email, password })
    if (error || !data.session || !data.user) throw error ?? new Error('no session')
    return { ...account, email, session: data.session, user: data.user }
  }

  async function readMessages(): Promise<
    { to: string; channel: string | undefined; text: string; link: string; token: string; code: string }[]
  > {
    const dataDir = await mkdtemp(join(tmpdir(), 'unfog-wire-'))
    try {
      const config = { ...readConfig({ DATA_DIR: dataDir }), mailFrom: 'letters@example.net' }
      const sending = { ...config, smtpUrl: environment.SMTP_URL }
      const clock = { now: () => testServer.time.now }
      const deps = {
        authDatabase: database.auth,
        masterKey: masterKey(Buffer.alloc(32, 7)),
        clock,
        config: sending,
      }
      await processRequests({ ...deps, auth: database.auth })
      const pending = await database.auth
        .selectFrom('auth.mail_tokens')
        .select('id')
        .where('sent_at', 'is', null)
        .execute()
      const { send_mail } = mailJobs(deps, createMail(config))
      for (const { id } of pending) await send_mail({ mail_token_id: id })
      const outbox = join(dataDir, 'outbox')
      const files = (await readdir(outbox).catch(() => [])).sort()
      return await Promise.all(
        files.map(async (file) => {
          const raw = await readFile(join(outbox, file), 'utf8')
          const text = file.endsWith('.txt') ? raw : plainText(raw)
          return {
            to: /^To: (.+)$/m.exec(raw)?.[1] ?? '',
            channel: /^Channel: (.+)$/m.exec(raw)?.[1],
            text,
            link: /\n(http\S+[?]token=\S+)\n/.exec(text)?.[1] ?? '',
            token: /[?]token=([\w-]{43,})[&\n]/.exec(text)?.[1] ?? '',
            code: /\n(\d{6})\n|code is (\d{6})/.exec(text)?.slice(1).find(Boolean) ?? '',
          }
        }),
      )
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }

  /** The only queued message for an address. */
  async function messageTo(email: string) {
    const [message, ...more] = (await readMessages()).filter(({ to }) => to === email)
    if (!message || more.length > 0)
      throw new Error(`${message ? 'more than one' : 'no'} letter for ${email}`)
    return message
  }

  /** Signs up, confirms and signs in a user, with SMTP. */
  async function createConfirmedUser(options: Parameters<typeof client>[0] = {}) {
    const email = `person-${++counter}@example.org`
    const account = client(options)
    await account.auth.signUp({ email, password })
    const { token } = await messageTo(email)
    const { data, error } = await client().auth.verifyOtp({ token_hash: token, type: 'signup' })
    if (error) throw error
    const signedIn = await account.auth.signInWithPassword({ email, password })
    if (signedIn.error) throw signedIn.error
    return { ...account, email, id: data.user?.id ?? '', session: signedIn.data.session }
  }

  /** Opens a URL and follows redirects. `fields` are the hidden fields of its form. */
  async function open(address: string) {
    let at = address
    for (let hops = 0; hops < 5; hops++) {
      const response = await ask(at)
      const on = response.headers.get('Location')
      if (!on) {
        const body = await response.text()
        const inputs = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
        const fields = inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')])
        return {
          at,
          status: response.status,
          headers: response.headers,
          body,
          fields: Object.fromEntries(fields),
        }
      }
      at = new URL(on, at).href
    }
    throw new Error('these redirects have no end')
  }

  /** Submits the form of an opened link. @param typed further field values @returns the redirect target */
  async function press(
    link: string | Awaited<ReturnType<typeof open>>,
    typed: Record<string, string> = {},
  ): Promise<URL> {
    const { at, fields } = typeof link === 'string' ? await open(link) : link
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const body = new URLSearchParams({ ...fields, ...typed })
    const response = await ask(at.split('?')[0] ?? '', { method: 'POST', headers, body })
    return new URL(/^0;url=(.+)$/.exec(response.headers.get('Refresh') ?? '')?.[1] ?? 'nowhere:')
  }

  return {
    ...testServer,
    ask,
    client,
    service,
    createUser,
    createConfirmedUser,
    readMessages,
    messageTo,
    advance,
    open,
    press,
  }
}
