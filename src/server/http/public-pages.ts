import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { readGlossaryAddress } from '../../domains/glossary/terms.rules.ts'
import { problemResponse } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { createPages } from './pages.ts'
import type { createPublicCache } from './public-cache.ts'
import { limitContactBody, limitFormBody, requireForm, withoutOrigin } from './request-body.ts'
import type { createSafeMode } from './safe-mode.ts'
import { isSafeMode } from './safe-mode-cookies.ts'
import { sitemap } from './sitemap.ts'

/** Pages whose address has no say beyond its path share one copy; a person's search is never kept. */
function keyOf({ pathname, search: query, searchParams }: URL): string | undefined {
  // Other spellings (`/Glossary`, `/glossary/`) reach the same page. There is no end of them, so each is made for who asks.
  if (!/^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/.test(pathname)) return undefined
  if (query === '') return pathname
  if (pathname !== '/glossary') return undefined
  const { search, ...state } = readGlossaryAddress(searchParams)
  return search === '' ? `/glossary ${JSON.stringify(state)}` : undefined
}

const readOnly = () =>
  problemResponse('method_not_allowed', 'This address can only be read.', { Allow: 'GET, HEAD' })

type PublicHouse = {
  platform: Platform
  page: ReturnType<typeof createPages>
  cached: ReturnType<typeof createPublicCache>
  safeMode: ReturnType<typeof createSafeMode>
  /** In development a page changes while the glossary does not. */
  built: boolean
  placeOf: (context: Context) => string
  fromHere: MiddlewareHandler
}

/**
 * What is the same for everyone, whoever asks: pages, what search engines read, and the two forms that need no session. It
 * takes every address that nobody took before, so it comes last.
 */
export function publicPages({ platform, page, cached, safeMode, built, placeOf, fromHere }: PublicHouse) {
  const { database, config } = platform
  const app = new Hono()
  app.get('/robots.txt', (context) =>
    // Pages that are not to be listed say so themselves, which a crawler has to read (docs/decisions/030).
    context.text(`User-agent: *\nDisallow: /api/\nSitemap: ${config.publicUrl}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', (context) =>
    cached(context, '/sitemap.xml', () => sitemap(database, config.publicUrl)),
  )
  // Whoever writes to us is nobody here, signed in or not: no session is looked at, and an account is not told by a message.
  app.post('/contact', limitContactBody, fromHere, requireForm, async (context) => {
    const nobody = { token: undefined, session: undefined, owner: undefined, device: '', safe: false }
    const answer = await page(withoutOrigin(context.req.raw), { ...nobody, address: placeOf(context) })
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  })
  const inSafeMode: MiddlewareHandler = async (context, next) =>
    isSafeMode(context.req.header('Cookie')) ? next() : readOnly()
  app.post('/', inSafeMode, limitFormBody, fromHere, requireForm, safeMode.move)
  app.on(['GET', 'HEAD'], '*', (context) => {
    const key = built ? keyOf(new URL(context.req.url)) : undefined
    const safe = isSafeMode(context.req.header('Cookie'))
    // In Safe Mode a page is another one, and the same for everyone too.
    return cached(context, key && (safe ? `safe ${key}` : key), () => page(context.req.raw))
  })
  app.all('*', readOnly)
  return app
}
