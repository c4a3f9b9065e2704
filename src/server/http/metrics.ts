import { createServer } from 'node:http'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ConfigError } from '../../platform/config.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { refusalOf } from '../../platform/refusal.ts'
import type { RecordSignIn } from '../../platform/sign-in-event.ts'

/** Not called for `/leave`: Quick Hide is counted nowhere (safety point 20). */
export type Observe = (request: { path: string; method: string; status: number; seconds: number }) => void

/** The path itself would reveal what someone reads. */
function kindOf(path: string) {
  if (/^\/(?:assets\/|favicon|robots|sitemap)/.test(path)) return 'file'
  if (path.startsWith('/api/')) return 'api'
  if (path.startsWith('/auth/')) return 'auth'
  return /^\/(?:dashboard|auth-test)/.test(path) ? 'private' : 'public'
}
/** A client could invent others, and each label stays in memory. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Serves metrics that identify no user, address or term. @throws ConfigError */
export async function startMetrics(
  port: number,
  auth: Database,
): Promise<{ observe: Observe; recordSignIn: RecordSignIn; stop(): Promise<void> }> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const responses = new Histogram({
    name: 'unfog_answer_seconds',
    help: 'How long answers took, by kind of address, method and class of status',
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'unfog_refusals_total',
    help: 'Requests that were refused, by kind of address and reason',
    labelNames: ['kind', 'reason'],
    registers: [registry],
  })
  const signIns = new Counter({
    name: 'unfog_sign_in_events_total',
    help: 'Attempts to sign in, and what comes of a sign-in, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  new Gauge({
    name: 'unfog_jobs_waiting',
    help: 'Jobs whose time has come, and jobs that have failed and wait for their next try',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ ready: number; failing: number }>`
        select count(*) filter (where run_at <= now())::int as ready, count(*) filter (where attempts > 0)::int as failing
          from graphile_worker.jobs`.execute(auth)
      this.set({ state: 'ready' }, rows[0]?.ready ?? 0)
      this.set({ state: 'failing' }, rows[0]?.failing ?? 0)
    },
  })
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const message = `Port ${port} cannot be had for METRICS_PORT (${code}): set it to a free one.`
      reject(new ConfigError(message))
    })
    // Metrics are for this machine only, whatever HOST says.
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    observe({ path, method, status, seconds }) {
      const kind = kindOf(path)
      const reason = refusalOf(status)
      if (reason) refusals.inc({ kind, reason })
      const label = methods.has(method) ? method : 'other'
      responses.observe({ kind, method: label, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
    recordSignIn: (event) => signIns.inc(event),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
