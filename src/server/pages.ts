import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Site } from '../domains/editorial/contract.ts'
import type { Engine } from '../domains/identity/writes.server.ts'
import { randomToken } from '../platform/crypto.server.ts'
import type { Platform } from '../platform/platform.ts'
import type { Visitor } from '../routes/context.ts'
import type { Build } from './build.ts'
import { pagePolicy } from './security-headers.ts'

/**
 * React Router's answer to a request, with what loaders stand on. A page that may be kept by the reader's browser says so
 * itself (`headers` of its route); its policy names the hashes of the two inline texts that every page carries. A page for a
 * `visitor` is kept by nobody, so its policy may name a nonce for the scripts of interactive pages.
 */
export function createPages(house: { platform: Platform; engine: Engine; site: Site; build: Build }) {
  let policyOf: ReturnType<typeof pagePolicy> | undefined
  return async function page(request: Request, visitor?: Visitor): Promise<Response> {
    const build = await house.build.routes()
    const { platformContext, siteContext, shellContext, visitorContext, engineContext, inlinedContext } =
      build.entry.module
    const { css } = house.build
    const nonce = visitor && randomToken()
    const context = new RouterContextProvider()
    context.set(platformContext, house.platform)
    context.set(siteContext, house.site)
    context.set(shellContext, house.build.shell)
    context.set(engineContext, house.engine)
    context.set(inlinedContext, { css, ...(nonce && { nonce }) })
    if (visitor) context.set(visitorContext, visitor)
    // What HEAD asks about is made as for GET: React Router would answer it without the body, and that would be kept as the page.
    const asked = request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request
    const response = await createRequestHandler(build, 'production')(asked, context)
    if (css !== undefined) {
      policyOf ??= pagePolicy({ styles: [css], scripts: [build.entry.module.beforePaint] })
      response.headers.set('Content-Security-Policy', policyOf(nonce))
    }
    return response
  }
}
