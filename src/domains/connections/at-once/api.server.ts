import type { Context, MiddlewareHandler } from 'hono'
import type { RecallOwner } from '../../../platform/api.server.ts'
import type { Recalled } from '../../../platform/owner.ts'
import { entryListQuerySchema, newEntrySchema } from '../contract.ts'
import type { Journal } from '../sealed/reads.server.ts'
import { type KeptPages, listAtOnce } from './reads.server.ts'
import { gatherSaves, saveAtOnce } from './writes.server.ts'

/**
 * Lists and saves in one statement, which proves as well that who asks is still who they were a moment ago (docs/decisions/027). It
 * answers what went well, and only that: whatever is refused, or fits no statement, goes the whole way, which says why.
 *
 * @param maxBytes of a body
 */
export function atOnce(
  journal: Journal,
  recall: RecallOwner,
  pages: KeptPages,
  maxBytes: number,
): MiddlewareHandler {
  const saves = gatherSaves(journal.database)
  return async (context, next) => {
    const { method } = context.req
    const recalled = method === 'GET' || method === 'POST' ? recall(context) : undefined
    const answer = recalled && (await (method === 'GET' ? list : save)(context, recalled))
    if (!answer) return next()
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  }

  async function list(context: Context, recalled: Recalled) {
    const asked = Object.entries(context.req.queries())
    // A parameter that is there twice is refused on the whole way.
    if (asked.some(([, values]) => values.length > 1)) return undefined
    const page = entryListQuerySchema.safeParse(
      Object.fromEntries(asked.map(([name, [value]]) => [name, value])),
    )
    const listed = page.success && (await listAtOnce(journal, recalled, page.data, pages))
    return listed && context.body(listed, 200, { 'Content-Type': 'application/json' })
  }

  async function save(context: Context, recalled: Recalled) {
    const { req } = context
    // One without its length is counted on the whole way.
    const isShort = Number(req.header('Content-Length')) <= maxBytes && !req.header('Transfer-Encoding')
    if (!isShort || !/^application\/json(?:;|$)/.test(req.header('Content-Type') ?? '')) return undefined
    const given = await req
      .json()
      .then((body) => newEntrySchema.safeParse(body))
      // No JSON, or none that can be judged; what is not heard of here is said on the whole way.
      .catch(() => undefined)
    const entry = given?.success && (await saveAtOnce(journal, recalled, given.data, saves))
    return entry && context.json(entry, 201)
  }
}
