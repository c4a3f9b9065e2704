import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { AuthClient } from '@supabase/auth-js'
import { startFaultProxy } from './network-fault-proxy.ts'

type Options = ConstructorParameters<typeof AuthClient>[0]
/** `at` in milliseconds; `status` is 0 if the connection was cut. */
export type ClientRequest = { path: string; at: number; status?: number; body: Record<string, unknown> }

let counter = 0

/**
 * The app on a real socket, behind a fault proxy (`cut`, `restore`), with unmodified clients. Each entry of `gateway` answers one
 * request instead of the app.
 */
export async function clientsBehindProxy(app: { fetch: (request: Request) => Response | Promise<Response> }) {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-line-'))
  const gateway: { status: number; body?: object }[] = []
  const server = createAdaptorServer({
    fetch(request) {
      const stop = gateway.shift()
      if (!stop) return app.fetch(request)
      return new Response(stop.body ? JSON.stringify(stop.body) : '<h1>A gateway</h1>', {
        status: stop.status,
      })
    },
  })
  server.listen(join(folder, 'app'))
  await once(server, 'listening')
  const proxy = await startFaultProxy(join(folder, 'app'))
  const url = `http://127.0.0.1:${proxy.port}/auth/v1`
  const open: InstanceType<typeof AuthClient>[] = []

  /** @param storage where it keeps its session, for two clients of one device */
  function client(options: Options = {}, storage = new Map<string, string>()) {
    const requests: ClientRequest[] = []
    const events: string[] = []
    const auth = new AuthClient({
      url,
      storageKey: 'kept',
      autoRefreshToken: false,
      headers: { 'X-Forwarded-For': `203.0.113.${++counter}-${randomUUID()}` },
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
      // The client's default, with a record of each request.
      async fetch(input, init) {
        const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
        const one: ClientRequest = { path: String(input).slice(url.length), at: performance.now(), body }
        requests.push(one)
        try {
          const response = await fetch(input, init)
          one.status = response.status
          return response
        } catch (thrown) {
          one.status = 0
          throw thrown
        }
      },
      ...options,
    })
    auth.onAuthStateChange((event) => void events.push(event))
    open.push(auth)
    return { auth, requests, events, storage }
  }

  return {
    url,
    gateway,
    client,
    cut: proxy.cut,
    restore: proxy.restore,
    /** Ends the clients of a test and restores the connection. */
    async clear() {
      gateway.length = 0
      proxy.restore()
      for (const auth of open.splice(0)) await auth.stopAutoRefresh()
    },
    async close() {
      await proxy.close()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
