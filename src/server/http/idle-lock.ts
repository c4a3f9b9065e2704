import type { Context } from 'hono'
import { peekSession } from '../../domains/identity/identity.reads.server.ts'
import { tokenOf } from '../../domains/identity/identity.rules.ts'
import { lockSession } from '../../domains/identity/sessions/safe-mode.writes.server.ts'
import type { Engine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { resolveLeaving } from './authentication.ts'
import { keepLastWords, partingDraft } from './quick-hide.ts'

/**
 * A page that nobody uses locks its session (docs/decisions/020). What was typed last comes along and is kept first, also where the
 * server has locked already by its own clock, as after a telephone's sleep: it takes words in, and gives none back.
 */
export async function lock(context: Context, platform: Platform, engine: Engine): Promise<Response> {
  const token = tokenOf(context.req.header('Cookie'))
  const session = token && (await peekSession(platform.authDatabase, token, platform.clock.now()))
  if (session) {
    const [owner, draft] = await Promise.all([resolveLeaving(context, platform), partingDraft(context)])
    if (owner && draft) {
      await keepLastWords(platform, owner, draft)
    }
    await lockSession(engine, session)
  }
  return context.body(null, 204)
}
