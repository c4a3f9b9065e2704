import { processAccountRequest } from '../../src/domains/identity/accounts/process-request.writes.server.ts'
import type { AuthEngine, RequestInfo } from '../../src/domains/identity/sessions/sessions.writes.server.ts'
import { masterKey } from '../../src/platform/crypto.server.ts'
import type { LogFields } from '../../src/platform/log.server.ts'
import { createRateLimits } from '../../src/platform/rate-limits.server.ts'
import type { SignInEvent } from '../../src/platform/sign-in-event.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * Sign-in's engine on a real database, with a clock that a test can set.
 *
 * @param smtpUrl given, addresses are confirmed by mail; nothing is sent here, the jobs wait in the queue
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
      wire: {
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
 * A client with its own address, so that one test's tries do not count in another's. The range is the one for benchmarks (RFC 2544):
 * a test that names an address takes it from 192.0.2.0/24 and shares it with no client made here.
 */
export function testRequestInfo(overrides: Partial<RequestInfo> = {}): RequestInfo {
  counter += 1
  const address = `198.18.${counter >> 8}.${counter & 255}`
  return { device: 'Firefox on Linux', address, shared_device: false, ...overrides }
}

/** Does what the job of each request does that waits, the oldest first. */
export async function processRequests(engine: Parameters<typeof processAccountRequest>[0]): Promise<void> {
  const pending = await engine.auth.selectFrom('auth.requests').select('id').orderBy('id').execute()
  for (const { id } of pending) await processAccountRequest(engine, id)
}
