import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createViteServer } from 'vite'
import { type Build, scriptsAt } from '../build/build.ts'
import { readContent } from './load-content.ts'
import { type Bundle, serve } from './serve.ts'

/** Starts `npm run dev`. @param shutdown aborts when the process should end */
export const develop = (shutdown: AbortSignal): Promise<void> => serve(startDevelopment, shutdown)

/**
 * Vite stands in the same process, before our own routes, and brings pages and elements as they are written.
 * Its style sheet arrives by script, so pages carry none themselves, and no policy for what they load.
 */
async function startDevelopment(): Promise<Bundle> {
  const content = await readContent()
  const server = createServer()
  const vite = await createViteServer({
    // What was written anew reaches the page by a socket of the same server.
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  const build: Build = {
    routes: () => vite.ssrLoadModule('virtual:react-router/server-build') as ReturnType<Build['routes']>,
    css: undefined,
    pageAssets: {
      ...scriptsAt((source) => `/${source}`),
      // The style sheet comes with the public one.
      demoScript: '/src/client/public-pages.ts',
      preloadFiles: [],
      prefetchModules: [],
    },
    // They are found by a build.
    licenses: async () => [],
    sourceArchive: undefined,
    assets: ['public'],
  }
  const serverFor: Bundle['serverFor'] = (fetch) => {
    // Our own routes answer what Vite does not know.
    const listener = getRequestListener(fetch)
    return server.on('request', (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    )
  }
  return { content, build, serverFor, stop: () => vite.close() }
}
