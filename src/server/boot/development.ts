import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createViteServer } from 'vite'
import { type Build, scriptsAt } from '../build/build.ts'
import { readContent } from './load-content.ts'
import { type Bundle, serve } from './serve.ts'

/** Starts `npm run dev`. @param shutdown aborts when the process should end */
export const develop = (shutdown: AbortSignal): Promise<void> => serve(startDevelopment, shutdown)

/** Runs Vite in the same process, before our own routes. Vite loads styles by script, so pages have no style sheet and no strict policy. */
async function startDevelopment(): Promise<Bundle> {
  const content = await readContent()
  const server = createServer()
  const vite = await createViteServer({
    // Hot updates use a WebSocket of the same server.
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  const build: Build = {
    routes: () => vite.ssrLoadModule('virtual:react-router/server-build') as ReturnType<Build['routes']>,
    css: undefined,
    pageAssets: {
      ...scriptsAt((source) => `/${source}`),
      // The public script brings the style sheet.
      demoScript: '/src/client/public-pages.ts',
      preloadFiles: [],
      prefetchModules: [],
    },
    // Only a build collects licenses.
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
