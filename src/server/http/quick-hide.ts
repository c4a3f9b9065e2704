import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { type ExitDraft, exitDraftSchema } from '../../domains/connections/drafts.contract.ts'
import { saveExitDraft } from '../../domains/connections/drafts.writes.server.ts'
import { sessionCookies, sessionTokenEvenIfSignedOut } from '../../domains/identity/identity.rules.ts'
import { loggable } from '../../platform/log.server.ts'
import { isAccountDeletedError, type Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import { isFromAnotherSite, isSameOrigin, resolveExitingOwner, tryToEndSession } from './authentication.ts'

/** Nothing to see; the title is for the tab, which else shows our address while the destination takes its time. */
const blank = '<!doctype html><html lang="en"><title>Loading</title></html>'

/** How long somebody who leaves waits for the session to be ended, at most (milliseconds). */
const patience = 2_000

/** How long after somebody left their other windows may still say what was typed in them, on a slow line (milliseconds). */
const lastWords = 5_000
/** How long those windows take to learn of it, at most (milliseconds). */
const hearing = 1_000

/**
 * Who has just left, by the token of the session that was ended. It opens nothing any more, in this process or another: by it
 * words go into the drafts of that person, and nothing comes out. Held in memory alone, and not for longer.
 */
const justLeft = new Map<string, Owner>()

function rememberLeaving(token: string, owner: Owner) {
  justLeft.set(token, owner)
  setTimeout(() => justLeft.delete(token), lastWords).unref()
}

/**
 * `POST /leave`: Quick Hide without JavaScript, and what the script sends on its way out. Always 200 and blank: under
 * `form-action 'self'` a redirect to another site is blocked and the page would stay (safety point 2). The session is ended
 * before the answer, so that nothing opens with the old cookie when the destination shows (safety point 10); a database that
 * does not answer holds nobody here. What was typed last comes along and is kept (safety point 13), and a moment later what was typed
 * in other windows, whose words the session's end would cut off. The browser forgets what we kept on it; never its cache, which can
 * hang Chrome for seconds (safety point 9). A request of another site changes nothing: it could empty a browser unseen.
 */
export async function quickHide(context: Context, platform: Platform): Promise<Response> {
  const { publicUrl, quickHideUrl } = platform.config
  const ours = !isFromAnotherSite(context, publicUrl)
  const token = ours ? sessionTokenEvenIfSignedOut(context.req.header('Cookie')) : undefined
  if (token) {
    // Who it is, is looked up before the session ends; then neither waits for the other.
    const here = await within(patience / 2, resolveExitingOwner(context, platform)).catch(() => undefined)
    if (here) rememberLeaving(token, here)
    const owner = here ?? (isSameOrigin(context, publicUrl) ? justLeft.get(token) : undefined)
    const work: Promise<unknown>[] = [tryToEndSession(platform, token)]
    const draft = owner && (await within(patience / 4, readExitDraft(context)))
    if (owner && draft) {
      work.push(sendExitDraft(platform, owner, draft))
    }
    await within(patience, Promise.all(work))
    // By the answer the browser forgets the token, which those windows bring. A script's waits for nobody: its page has gone.
    if (owner && context.req.header('Sec-Fetch-Dest') === 'empty') await sleep(hearing)
  }
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    Refresh: `0;url=${quickHideUrl}`,
    ...(ours && { 'Clear-Site-Data': '"cookies", "storage"' }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  for (const cookie of token ? sessionCookies() : []) headers.append('Set-Cookie', cookie)
  return new Response(blank, { headers })
}

const within = <T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, sleep(milliseconds, undefined)])

/** Nobody hears of what failed; of who was erased meanwhile nothing was to be kept. */
export const sendExitDraft = (platform: Platform, owner: Owner, draft: ExitDraft): Promise<unknown> =>
  saveExitDraft(platform, owner, draft).catch((thrown) => {
    if (!isAccountDeletedError(thrown))
      platform.log.error('a draft could not be kept', { error: loggable(thrown) })
  })

/** What a browser sends of a page that is gone, at most (Fetch standard, "keepalive": 64 KiB). */
const maxExitDraftBytes = 64 * 1024

/** @returns nothing for a form without a script, and for what cannot be understood: nobody is held here for that */
export async function readExitDraft({ req }: Context) {
  const length = Number(req.header('Content-Length') ?? Number.NaN)
  if (!(length <= maxExitDraftBytes) || !req.header('Content-Type')?.startsWith('application/json'))
    return undefined
  return exitDraftSchema.safeParse(await req.json().catch(() => undefined)).data
}
