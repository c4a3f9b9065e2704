import type { Context, Handler } from 'hono'
import { exitDraftForm } from '../../domains/connections/drafts.contract.ts'
import { saveExitDraft } from '../../domains/connections/drafts.writes.server.ts'
import { submissionRejectedPath } from '../../domains/identity/identity.rules.ts'
import { lockedPath, pathToReturnTo } from '../../domains/identity/sessions/safe-mode.rules.ts'
import { isCutLine, loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Visitor } from '../../routes/request-context.ts'
import { renewCookies, resolveExitingOwner, resolveVisitor } from './authentication.ts'
import type { createPages } from './pages.ts'
import { withoutOrigin } from './request-body.ts'
import { isSafeMode } from './safe-mode-cookies.ts'

/**
 * Answers a request for a page of a person, or for one by which they come in. Whose it is, the database is asked each time.
 *
 * @returns the page; for a form of anybody else one that gives back what was written, with 401, or the lock behind which that is kept;
 *   503 while the database is gone
 */
export const privatePages =
  (platform: Platform, page: ReturnType<typeof createPages>): Handler =>
  async (context) => {
    const visitor = await resolveVisitor(context, platform).catch((thrown: unknown) => {
      // What changes in place says so itself.
      if (context.req.path.endsWith('.data') || isCutLine(thrown, context.req.raw)) throw thrown
      platform.log.error('who asks for a page could not be read', { error: loggable(thrown) })
    })
    if (!visitor) return page(...toUnknown(context))
    const request = withoutOrigin(context.req.raw)
    if (isRefused(context, visitor)) {
      if (visitor.session?.locked && (await keepForm(context, platform, request.clone()))) {
        const { pathname, search } = new URL(request.url)
        const behind = new URLSearchParams({ next: pathToReturnTo(pathname + search), kept: '' })
        return renewCookies(context.redirect(`${lockedPath}?${behind}`, 303), visitor)
      }
      const answer = await page(toNotSent(request), visitor)
      answer.headers.set('WWW-Authenticate', 'Bearer')
      return renewCookies(answer, visitor)
    }
    const answer = await page(request, visitor)
    if (answer.status >= 500 && visitor.session) {
      // Who was erased while they asked is led to where everybody is who is signed out.
      const now = await resolveVisitor(context, platform).catch(() => visitor)
      const again = new Request(context.req.url, { headers: context.req.raw.headers })
      if (!now.session) return renewCookies(await page(again, now), now)
    }
    return renewCookies(answer, visitor)
  }

/**
 * A page with Quick Hide that says what went wrong, by the loader of where one signs in: it shows nothing of a person. A form of
 * theirs gives back what was written.
 */
function toUnknown({ req }: Pick<Context, 'req'>): [Request, Visitor] {
  const nobody = { token: undefined, session: undefined, owner: undefined, device: '', address: '' }
  const visitor = { ...nobody, safe: isSafeMode(req.header('Cookie')), unknown: true }
  const request = isRefused({ req }, visitor)
    ? toNotSent(withoutOrigin(req.raw))
    : new Request(new URL('/auth-test', req.url), { headers: req.raw.headers })
  return [request, visitor]
}

/** Whether a form came of a private page that is not theirs, or not any more. A change in place is led to where one signs in. */
const isRefused = ({ req }: Pick<Context, 'req'>, { owner, stale }: Visitor): boolean =>
  req.method === 'POST' &&
  !req.path.endsWith('.data') &&
  (stale || (!owner && /^\/dashboard(?:\/|$)/.test(req.path)))

/**
 * What somebody wrote without a script, while no page could say that it is used: the server has locked by its own clock. It takes the
 * words in, as those of a page that locks itself (lock.ts), gives none back, and offers them behind the lock.
 *
 * @returns whether they are kept
 */
async function keepForm(context: Context, platform: Platform, request: Request): Promise<boolean> {
  try {
    const draft = exitDraftForm.safeParse(Object.fromEntries(await request.formData()))
    const owner = draft.success && (await resolveExitingOwner(context, platform))
    return owner ? await saveExitDraft(platform, owner, draft.data) : false
  } catch (thrown) {
    platform.log.error('a draft could not be kept', { error: loggable(thrown) })
    return false
  }
}

/** The same form, to the page that says so, and gives the words back that came with it (routes/public/submission-rejected.tsx). */
function toNotSent(request: Request): Request {
  const { pathname, search, origin } = new URL(request.url)
  return new Request(
    `${origin}${submissionRejectedPath}?${new URLSearchParams({ next: pathname + search })}`,
    request,
  )
}
