import type { Context } from 'hono'
import { readSessionWithoutTouching } from '../../domains/identity/identity.reads.server.ts'
import { sessionTokenFrom } from '../../domains/identity/identity.rules.ts'
import { lockSession } from '../../domains/identity/sessions/safe-mode.writes.server.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { resolveExitingOwner } from './authentication.ts'
import { readExitDraft, sendExitDraft } from './quick-hide.ts'

/**
 * A page that nobody uses locks its session (docs/decisions/020). What was typed last comes along and is kept first, also where the
 * server has locked already by its own clock, as after a telephone's sleep: it takes words in, and gives none back.
 */
export async function lockIdleSession(
  context: Context,
  platform: Platform,
  engine: AuthEngine,
): Promise<Response> {
  const token = sessionTokenFrom(context.req.header('Cookie'))
  const session =
    token && (await readSessionWithoutTouching(platform.authDatabase, token, platform.clock.now()))
  if (session) {
    const [owner, draft] = await Promise.all([resolveExitingOwner(context, platform), readExitDraft(context)])
    if (owner && draft) {
      await sendExitDraft(platform, owner, draft)
    }
    await lockSession(engine, session)
  }
  return context.body(null, 204)
}
