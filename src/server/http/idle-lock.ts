import type { Context } from 'hono'
import { readSessionWithoutTouching } from '../../domains/identity/identity.reads.server.ts'
import { sessionTokenFrom } from '../../domains/identity/identity.rules.ts'
import { lockSession } from '../../domains/identity/sessions/safe-mode.writes.server.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { resolveExitingOwner } from './authentication.ts'
import { readExitDraft, trySavingExitDraft } from './quick-hide.ts'

/** Saves the last changes of an idle page, and locks its session (docs/decisions/020). */
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
    if (owner && draft) await trySavingExitDraft(platform, owner, draft)
    await lockSession(engine, session)
  }
  return context.body(null, 204)
}
