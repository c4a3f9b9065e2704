import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { AuthClient } from '@supabase/auth-js'
import { build } from 'vite'

declare global {
  interface Window {
    /** The page's auth client, and its events so far. */
    auth: InstanceType<typeof AuthClient>
    events: string[]
  }
}

/**
 * An app on another site (127.0.0.1; the product is localhost). Its pages `/implicit` and `/pkce` run the unmodified client with that
 * flow; `/moved` redirects to `/implicit` on a third site.
 *
 * @param of returns the product's origin
 */
export async function appSite(of: () => string) {
  const client = await bundledClient()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
    const { port } = server.address() as AddressInfo
    if (pathname === '/client.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(client)
    } else if (pathname === '/moved') {
      response.writeHead(302, { Location: `http://127.0.0.2:${port}/implicit` }).end()
    } else if (pathname === '/implicit' || pathname === '/pkce') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(pathname.slice(1), of()))
    } else {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bundledClient(): Promise<string> {
  const entry = join(import.meta.dirname, 'app-client.fixture.ts')
  const lib = { entry, formats: ['es' as const], fileName: 'client' }
  const result = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib } })
  const [{ output } = { output: undefined }] = (Array.isArray(result) ? result : [result]) as {
    output: { code?: string }[]
  }[]
  return output?.[0]?.code ?? ''
}

const page = (flowType: string, product: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>An app</title><link rel="icon" href="data:,"></head>
<body>
<h1>An app</h1>
<script type="module">
import { AuthClient } from '/client.js'
window.events = []
window.auth = new AuthClient({ url: '${product}/auth/v1', flowType: '${flowType}', storageKey: '${flowType}' })
window.auth.onAuthStateChange((event) => { window.events.push(event) })
</script>
</body>
</html>
`
