import { processAccountRequest } from '../../src/domains/identity/accounts/process-request.writes.server.ts'
import type { AuthEngine, RequestInfo } from '../../src/domains/identity/sessions/sessions.writes.server.ts'
import { masterKey } from '../../src/platform/crypto.server.ts'
import type { LogFields } from '../../src/platform/log.server.ts'
import { createRateLimits } from '../../src/platform/rate-limits.server.ts'
import type { SignInEvent } from '../../src/platform/sign-in-event.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * The auth engine on a real database, with a settable clock.
 *
 * @param smtpUrl requires email confirmation; nothing is sent, jobs stay in the queue
 */
export function testEngine(database: TestDatabase, smtpUrl?: string) {
  const time = { now: new Date() }
  const lines: { message: string; fields: LogFields | undefined }[] = []
  const log = (message: string, fields?: LogFields) => lines.push({ message, fields })
  const key = masterKey(Buffer.alloc(32, 7))
  const events: SignInEvent[] = []
  const recordSignIn = (event: SignInEvent) => void events.push(event)
  const engine: AuthEngine = {
    auth: database.auth,
    app: database.app,
    limits: createRateLimits(database.auth, key, recordSignIn),
    recordSignIn,
    masterKey: key,
    clock: { now: () => time.now },
    log: { debug: log, info: log, warn: log, error: log },
    config: {
      smtpUrl,
      loopback: smtpUrl === undefined,
      publicUrl: 'https://here.example',
      redirectUrls: [],
      providers: [],
      authApi: {
        appUrl: undefined,
        ...{ admin: false, anonymous: false, phone: false, phoneFactor: false, passkeys: false },
        ...{ wallets: [], saml: [], ssoKey: undefined },
      },
    },
  }
  return { engine, time, lines, events }
}

let counter = 0
/**
 * Request info with a unique IP, so that tests do not share rate limits. Uses the benchmark range (RFC 2544); IPs written in tests are
 * from 192.0.2.0/24.
 */
export function testRequestInfo(overrides: Partial<RequestInfo> = {}): RequestInfo {
  counter += 1
  const address = `198.18.${counter >> 8}.${counter & 255}`
  return { device: 'Firefox on Linux', address, shared_device: false, ...overrides }
}

/** Processes all pending account requests, the oldest first. */
export async function processRequests(engine: Parameters<typeof processAccountRequest>[0]): Promise<void> {
  const pending = await engine.auth
    .selectFrom('auth.pending_account_requests')
    .select('id')
    .orderBy('id')
    .execute()
  for (const { id } of pending) await processAccountRequest(engine, id)
}
