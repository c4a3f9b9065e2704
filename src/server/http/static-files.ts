import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { scriptHashesName } from '../build/script-hashes.ts'

/** The workers that derive keys from a phrase, and that judge its strength (domains/connections/lock). */
const phraseWorker = /\/phrase(?:-strength)?\.worker-[\w-]+\.js$/
/** One runs WebAssembly; they can neither load nor send anything. A page's policy doesn't apply to its workers (CSP level 3, 4.2.2). */
const phraseWorkerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'"

const serveFiles = (root: string, cacheControl: string, path?: string): MiddlewareHandler => {
  const serve = serveStatic({ root, precompressed: true, ...(path && { path }) })
  return async (context, next) => {
    // `onFound` of serveStatic runs too late to set headers.
    const response = await serve(context, next)
    if (response instanceof Response) {
      response.headers.set('Cache-Control', cacheControl)
      // Revalidation is useless: the files never change, or are as small as a 304.
      response.headers.delete('Last-Modified')
      if (phraseWorker.test(context.req.path))
        response.headers.set('Content-Security-Policy', phraseWorkerPolicy)
    }
    return response
  }
}

export const hashedFiles = (root: string) => serveFiles(root, 'public, max-age=31536000, immutable')

export const sourceArchive = (folder: string) => serveFiles(folder, 'public, max-age=3600')

/** Asked for each time, so that a comparison never sees the list of another version. */
export const scriptHashes = (folder: string) => serveFiles(folder, 'no-cache', scriptHashesName)

export const icon = (root: string) => serveFiles(root, 'public, max-age=86400')
