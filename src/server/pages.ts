import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Site } from '../domains/editorial/contract.ts'
import type { Engine } from '../domains/identity/writes.server.ts'
import type { Platform } from '../platform/platform.ts'
import type { Visitor } from '../routes/context.ts'
import type { Build } from './build.ts'
import { publicPolicy } from './security-headers.ts'

/**
 * React Router's answer to a request, with what loaders stand on. A page that may be kept by the reader's browser says so
 * itself (`headers` of its route); its policy names the hashes of the two inline texts that every page carries.
 */
export function createPages(house: { platform: Platform; engine: Engine; site: Site; build: Build }) {
  let policy: string | undefined
  return async function page(request: Request, visitor?: Visitor): Promise<Response> {
    const build = await house.build.routes()
    const { platformContext, siteContext, shellContext, visitorContext, engineContext, beforePaint } =
      build.entry.module
    const context = new RouterContextProvider()
    context.set(platformContext, house.platform)
    context.set(siteContext, house.site)
    context.set(shellContext, house.build.shell)
    context.set(engineContext, house.engine)
    if (visitor) context.set(visitorContext, visitor)
    // What HEAD asks about is made as for GET: React Router would answer it without the body, and that would be kept as the page.
    const asked = request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request
    const response = await createRequestHandler(build, 'production')(asked, context)
    if (house.build.shell.css !== undefined) {
      policy ??= publicPolicy({ styles: [house.build.shell.css], scripts: [beforePaint] })
      response.headers.set('Content-Security-Policy', policy)
    }
    return response
  }
}
