import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createViteServer } from 'vite'
import { type Build, scriptsAt } from '../build/build.ts'
import { readContent } from './load-content.ts'
import { type Bundle, serve } from './serve.ts'

/** Starts `npm run dev`. */
export const develop = (shutdown: AbortSignal): Promise<void> => serve(startDevelopment, shutdown)

/** Runs Vite before our own routes. It loads styles by script, so pages have no style sheet and no strict policy. */
async function startDevelopment(): Promise<Bundle> {
  const content = await readContent()
  const server = createServer()
  const vite = await createViteServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  const build: Build = {
    routes: () => vite.ssrLoadModule('virtual:react-router/server-build') as ReturnType<Build['routes']>,
    css: undefined,
    integrity: undefined,
    pageAssets: {
      ...scriptsAt((source) => `/${source}`),
      // It brings the style sheet.
      demoScript: '/src/client/public-pages.ts',
      preloadFiles: [],
      prefetchModules: [],
    },
    licenses: async () => [],
    sourceArchive: undefined,
    assets: ['public'],
  }
  const serverFor: Bundle['serverFor'] = (fetch) => {
    const listener = getRequestListener(fetch)
    return server.on('request', (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    )
  }
  return { content, build, serverFor, stop: () => vite.close() }
}
