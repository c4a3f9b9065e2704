import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { type ExitDraft, exitDraftSchema } from '../../domains/connections/drafts/drafts.contract.ts'
import { saveExitDraft } from '../../domains/connections/drafts/exit-draft.writes.server.ts'
import { sessionCookies, sessionTokenEvenIfSignedOut } from '../../domains/identity/identity.rules.ts'
import { loggable } from '../../platform/log.server.ts'
import { isAccountDeletedError, type Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import { isFromAnotherSite, isSameOrigin, resolveExitingOwner, tryToEndSession } from './authentication.ts'

const blankPage = '<!doctype html><html lang="en"><title>Loading</title></html>'

/** Milliseconds that an exiting browser waits. */
const timeout = 2_000

/** Milliseconds in which the user's other windows may save their last changes. */
const exitGracePeriod = 5_000
/** Milliseconds in which those windows notice the exit. */
const otherWindowsDelay = 1_000

/** By the token of the ended session, which only allows saving a draft. */
const recentExits = new Map<string, Owner>()

/**
 * `POST /leave`: Quick Hide without JavaScript, and the request of its script.
 *
 * - The response is always 200 and blank: `form-action 'self'` blocks a redirect to another site (safety point 2).
 * - The session ends before the response, so the old cookie is useless once the destination shows (safety point 10).
 * - Unsaved text is saved (safety point 13).
 * - Clearing the browser's cache too could hang Chrome for seconds (safety point 9).
 * - Another site's request changes nothing: it could clear a browser unnoticed.
 */
export async function quickHide(context: Context, platform: Platform): Promise<Response> {
  const { publicUrl, quickHideUrl } = platform.config
  const isOurs = !isFromAnotherSite(context, publicUrl)
  const token = isOurs ? sessionTokenEvenIfSignedOut(context.req.header('Cookie')) : undefined
  if (token) {
    // Before the session ends.
    const current = await within(timeout / 2, resolveExitingOwner(context, platform)).catch(() => undefined)
    if (current) {
      recentExits.set(token, current)
      setTimeout(() => recentExits.delete(token), exitGracePeriod).unref()
    }
    const owner = current ?? (isSameOrigin(context, publicUrl) ? recentExits.get(token) : undefined)
    const work: Promise<unknown>[] = [tryToEndSession(platform, token)]
    const draft = owner && (await within(timeout / 4, readExitDraft(context)))
    if (owner && draft) work.push(trySavingExitDraft(platform, owner, draft))
    await within(timeout, Promise.all(work))
    // The user's other windows need the token, which the response clears. Nobody waits for a script's response.
    if (owner && context.req.header('Sec-Fetch-Dest') === 'empty') await sleep(otherWindowsDelay)
  }
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    Refresh: `0;url=${quickHideUrl}`,
    ...(isOurs && { 'Clear-Site-Data': '"cookies", "storage"' }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  for (const cookie of token ? sessionCookies() : []) headers.append('Set-Cookie', cookie)
  return new Response(blankPage, { headers })
}

const within = <T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, sleep(milliseconds, undefined)])

/** A deleted account has nothing to save. */
export const trySavingExitDraft = (platform: Platform, owner: Owner, draft: ExitDraft): Promise<unknown> =>
  saveExitDraft(platform, owner, draft).catch((thrown) => {
    if (!isAccountDeletedError(thrown))
      platform.log.error('a draft could not be kept', { error: loggable(thrown) })
  })

/** The browser's limit (Fetch standard, "keepalive"). */
const maxExitDraftBytes = 64 * 1024

/** An exit never fails for an invalid draft. */
export async function readExitDraft({ req }: Context) {
  const length = Number(req.header('Content-Length') ?? Number.NaN)
  if (!(length <= maxExitDraftBytes) || !req.header('Content-Type')?.startsWith('application/json'))
    return undefined
  return exitDraftSchema.safeParse(await req.json().catch(() => undefined)).data
}
