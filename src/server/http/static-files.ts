import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

const serveFiles = (root: string, cacheControl: string): MiddlewareHandler => {
  const serve = serveStatic({ root, precompressed: true })
  return async (context, next) => {
    // `onFound` of serveStatic runs too late to set headers.
    const response = await serve(context, next)
    if (response instanceof Response) {
      response.headers.set('Cache-Control', cacheControl)
      // Revalidation is useless: the files never change, or are as small as a 304.
      response.headers.delete('Last-Modified')
    }
    return response
  }
}

export const hashedFiles = (root: string) => serveFiles(root, 'public, max-age=31536000, immutable')

export const sourceArchive = (folder: string) => serveFiles(folder, 'public, max-age=3600')

export const icon = (root: string) => serveFiles(root, 'public, max-age=86400')
