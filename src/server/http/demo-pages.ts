import type { Handler } from 'hono'
import { randomToken } from '../../platform/crypto.server.ts'
import type { createPages } from './pages.ts'
import type { createPublicCache } from './public-cache.ts'

export const demoPaths = '/:area{demo(?:\\.data|/.*)?}'

/** Pages of the demo, which have no visitor. Their policy names a nonce, so none is cached. */
export const demoPage =
  (cached: ReturnType<typeof createPublicCache>, page: ReturnType<typeof createPages>): Handler =>
  async (context) => {
    const response = await cached(context, undefined, () => page(context.req.raw, undefined, randomToken()))
    response.headers.set('Cache-Control', 'no-store')
    return response
  }
