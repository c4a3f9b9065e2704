import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { href } from 'react-router'
import { readGlossaryAddress } from '../../domains/glossary/terms.rules.ts'
import { randomToken } from '../../platform/crypto.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { requireSameOrigin, signedOut } from './authentication.ts'
import { miscasedPaths, redirectToLowercase } from './lowercase-redirect.ts'
import type { createPages } from './pages.ts'
import type { createPublicCache } from './public-cache.ts'
import { limitContactBody, limitFormBody, requireForm, withoutOrigin } from './request-body.ts'
import { type createSafeMode, isSafeMode } from './safe-mode.ts'
import { sitemap } from './sitemap.ts'

const demoPaths = '/:area{demo(?:\\.data|/.*)?}'

/** Only the glossary's query changes a page. A search is never cached. */
function cacheKey({ pathname, search: query, searchParams }: URL): string | undefined {
  // `/Glossary` and `/glossary/` reach the same page in endless spellings.
  if (!/^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/.test(pathname)) return undefined
  if (query === '') return pathname
  if (pathname !== href('/glossary')) return undefined
  const { search, ...state } = readGlossaryAddress(searchParams)
  return search === '' ? `/glossary ${JSON.stringify(state)}` : undefined
}

const methodNotAllowed = () =>
  problemResponse('method_not_allowed', 'This address can only be read.', { Allow: 'GET, HEAD' })

/** Pages that are the same for everyone, and forms without a session. Handles every remaining path. */
export function publicPages({
  platform,
  page,
  cached,
  safeMode,
  needs,
  isBuilt,
  getClientIp,
}: {
  platform: Platform
  page: ReturnType<typeof createPages>
  cached: ReturnType<typeof createPublicCache>
  safeMode: ReturnType<typeof createSafeMode>
  needs: string[]
  isBuilt: boolean
  getClientIp: (context: Context) => string
}): Hono {
  const { publicUrl } = platform.config
  const sameOrigin = requireSameOrigin(publicUrl)
  const app = new Hono()
  // The demo's policy names a nonce, so it is never cached.
  app.on(['GET', 'HEAD'], demoPaths, async (context) => {
    const response = await cached(context, undefined, () => page(context.req.raw, undefined, randomToken()))
    response.headers.set('Cache-Control', 'no-store')
    return response
  })
  app.on(['GET', 'HEAD'], miscasedPaths, redirectToLowercase)
  app.get('/robots.txt', (context) =>
    // A crawler has to read that a page must not be listed (docs/decisions/030).
    context.text(`User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', (context) =>
    cached(context, '/sitemap.xml', () => sitemap(platform.database, publicUrl, needs)),
  )
  // Without the session, a message never reveals the sender's account.
  app.post(href('/contact'), limitContactBody, sameOrigin, requireForm, async (context) => {
    const visitor = { ...signedOut, address: getClientIp(context) }
    const response = await page(withoutOrigin(context.req.raw), visitor)
    response.headers.set('Cache-Control', 'no-store')
    return response
  })
  const requireSafeMode: MiddlewareHandler = async (context, next) =>
    isSafeMode(context.req.header('Cookie')) ? next() : methodNotAllowed()
  app.post('/', requireSafeMode, limitFormBody, sameOrigin, requireForm, safeMode.move)
  app.on(['GET', 'HEAD'], '*', (context) => {
    const key = isBuilt ? cacheKey(new URL(context.req.url)) : undefined
    const isSafe = isSafeMode(context.req.header('Cookie'))
    return cached(context, key && (isSafe ? `safe ${key}` : key), () => page(context.req.raw))
  })
  app.all('*', methodNotAllowed)
  return app
}
