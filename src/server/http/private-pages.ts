import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono'
import { href } from 'react-router'
import { exitDraftForm } from '../../domains/connections/drafts/drafts.contract.ts'
import { saveExitDraft } from '../../domains/connections/drafts/exit-draft.writes.server.ts'
import { submissionRejectedPath } from '../../domains/identity/identity.rules.ts'
import { passkeyApi } from '../../domains/identity/mfa/passkeys.api.server.ts'
import { pathToReturnTo } from '../../domains/identity/sessions/safe-mode.rules.ts'
import { sessionApi } from '../../domains/identity/sessions/sessions.api.server.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { callbackPath } from '../../domains/identity/social/providers.rules.ts'
import { isClientDisconnect, loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Visitor } from '../../routes/request-context.ts'
import {
  renewCookies,
  requireSameOrigin,
  resolveExitingOwner,
  resolveVisitor,
  signedOut,
  signOutHandler,
} from './authentication.ts'
import { compression } from './compression.ts'
import { lockIdleSession } from './idle-lock.ts'
import type { createPages } from './pages.ts'
import { limitPrivateBody, requireForm, withoutOrigin } from './request-body.ts'
import { isSafeMode } from './safe-mode.ts'

/** React Router requests `.data` for a client-side navigation. */
const privatePaths = '/:area{(?:auth-test|dashboard)(?:\\.data|/.*)?}'

/** The private area, and the pages and endpoints for signing in. */
export function privatePages(
  platform: Platform,
  engine: AuthEngine,
  page: ReturnType<typeof createPages>,
): Hono {
  const app = new Hono()
  const sameOrigin = requireSameOrigin(platform.config.publicUrl)
  app.use(privatePaths, compression, noStore)
  // A provider's form comes from its own site; the stored state and a cookie protect it (identity/social).
  app.on('POST', privatePaths, limitPrivateBody, (context, next) =>
    context.req.path === callbackPath ? next() : sameOrigin(context, next),
  )
  const getVisitor = (context: Context) => resolveVisitor(context, platform)
  app.route('/auth-test/passkey', passkeyApi(engine, getVisitor))
  app.post('/auth-test/session/lock', (context) => lockIdleSession(context, platform, engine))
  app.route('/auth-test/session', sessionApi(engine))
  // A link signs nobody out.
  app.get('/auth-test/sign-out', (context) => context.redirect('/'))
  app.post('/auth-test/sign-out', signOutHandler(platform, engine.recordSignIn))
  app.on('POST', privatePaths, requireForm)
  app.on(['GET', 'HEAD', 'POST'], privatePaths, renderPrivatePage(platform, page))
  return app
}

const noStore: MiddlewareHandler = async (context, next) => {
  await next()
  context.res.headers.set('Cache-Control', 'no-store')
}

/** A form without a valid session gets a page that returns the text, or the unlock page, which offers the saved draft. */
const renderPrivatePage =
  (platform: Platform, page: ReturnType<typeof createPages>): Handler =>
  async (context) => {
    const visitor = await resolveVisitor(context, platform).catch((thrown: unknown) => {
      if (context.req.path.endsWith('.data') || isClientDisconnect(thrown, context.req.raw)) throw thrown
      platform.log.error('the session of a page request could not be read', { error: loggable(thrown) })
    })
    if (!visitor) return page(...requestWithUnknownVisitor(context))
    const request = withoutOrigin(context.req.raw)
    if (isRejectedForm(context, visitor)) {
      if (visitor.session?.locked && (await saveFormAsDraft(context, platform, request.clone()))) {
        const { pathname, search } = new URL(request.url)
        const query = new URLSearchParams({ next: pathToReturnTo(pathname + search), kept: '' })
        return renewCookies(context.redirect(`${href('/auth-test/locked')}?${query}`, 303), visitor)
      }
      const response = await page(toRejectedSubmission(request), visitor)
      response.headers.set('WWW-Authenticate', 'Bearer')
      return renewCookies(response, visitor)
    }
    const response = await page(request, visitor)
    if (response.status >= 500 && visitor.session) {
      // The account may have been deleted during the request.
      const current = await resolveVisitor(context, platform).catch(() => visitor)
      const retry = new Request(context.req.url, { headers: context.req.raw.headers })
      if (!current.session) return renewCookies(await page(retry, current), current)
    }
    return renewCookies(response, visitor)
  }

/** While the database is down, the sign-in page shows the error; a form gets its text back. */
function requestWithUnknownVisitor({ req }: Context): [Request, Visitor] {
  const visitor = { ...signedOut, safe: isSafeMode(req.header('Cookie')), unknown: true }
  const request = isRejectedForm({ req }, visitor)
    ? toRejectedSubmission(withoutOrigin(req.raw))
    : new Request(new URL(href('/auth-test'), req.url), { headers: req.raw.headers })
  return [request, visitor]
}

/** The sign-in page gets a client-side submission instead. */
const isRejectedForm = ({ req }: Pick<Context, 'req'>, { owner, stale }: Visitor): boolean =>
  req.method === 'POST' &&
  !req.path.endsWith('.data') &&
  (stale || (!owner && /^\/dashboard(?:\/|$)/.test(req.path)))

/** Saves a form that was posted without JavaScript after the idle lock; unlocking offers it. */
async function saveFormAsDraft(context: Context, platform: Platform, request: Request): Promise<boolean> {
  try {
    const draft = exitDraftForm.safeParse(Object.fromEntries(await request.formData()))
    const owner = draft.success && (await resolveExitingOwner(context, platform))
    return owner ? await saveExitDraft(platform, owner, draft.data) : false
  } catch (thrown) {
    platform.log.error('a draft could not be kept', { error: loggable(thrown) })
    return false
  }
}

/** For the page that returns the text (routes/public/submission-rejected.tsx). */
function toRejectedSubmission(request: Request): Request {
  const { pathname, search, origin } = new URL(request.url)
  const query = new URLSearchParams({ next: pathname + search })
  return new Request(`${origin}${submissionRejectedPath}?${query}`, request)
}
