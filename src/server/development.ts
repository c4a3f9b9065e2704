import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createViteServer } from 'vite'
import type { Build } from './build.ts'

/**
 * `npm run dev`: Vite stands in the same process, before our own routes, and brings pages and elements as they are written.
 * Its style sheet arrives by script, so pages carry none themselves and no policy.
 */
export async function startDevelopment() {
  const vite = await createViteServer({ server: { middlewareMode: true }, appType: 'custom' })
  const build: Build = {
    routes: () => vite.ssrLoadModule('virtual:react-router/server-build') as ReturnType<Build['routes']>,
    css: undefined,
    shell: {
      script: '/src/entry.public.ts',
      // The style sheet comes with the public one.
      demoScript: '/src/entry.public.ts',
      searchScript: '/src/entry.search.ts',
      safeScript: '/src/entry.safe.ts',
      passkeyScript: '/src/domains/identity/factors/passkey.element.ts',
      homeScript: '/src/entry.home.ts',
      privateModules: [],
    },
    assets: 'public',
  }
  /** @param fetch our own routes, which answer what Vite does not know */
  const serverFor = (fetch: (request: Request) => Response | Promise<Response>) => {
    const listener = getRequestListener(fetch)
    return createServer((request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    )
  }
  return { build, serverFor, stop: () => vite.close() }
}
