import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

const keep = (root: string, cacheControl: string): MiddlewareHandler => {
  const serve = serveStatic({ root, precompressed: true })
  return async (context, next) => {
    // Not by its `onFound`, which is called when the headers of the answer are already made.
    const found = await serve(context, next)
    if (found instanceof Response) {
      found.headers.set('Cache-Control', cacheControl)
      // Nobody asks again about what never changes or is as small as the answer that it has not.
      found.headers.delete('Last-Modified')
    }
    return found
  }
}

/** Files whose name holds a hash of their content: they never change. */
export const hashedFiles = (root: string) => keep(root, 'public, max-age=31536000, immutable')

/** The archive of the source beside the folders of a build: an hour. */
export const sourceArchive = (folder: string) => keep(folder, 'public, max-age=3600')

/** The icon: a day. */
export const icon = (root: string) => keep(root, 'public, max-age=86400')
