import { createRoute, z } from '@hono/zod-openapi'
import {
  clientErrorResponse,
  createOwnerApi,
  errorResponse,
  type GetOwner,
  jsonResponse,
  ownerErrorResponses,
  personalSecurity,
} from '../../../platform/api.server.ts'
import { problemResponse } from '../../../platform/errors.ts'
import { loggable } from '../../../platform/log.server.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { jsonBody } from '../entries.api.server.ts'
import { lockRowsQuerySchema, lockRowsSchema, moveResultsSchema, moveSchema } from '../lock/lock.contract.ts'
import { badRequest, notFound, toLockProblem } from '../lock/locks.api.server.ts'
import * as messages from '../messages.en.yaml'
import { listLockRows } from './lock-rows.reads.server.ts'
import { moveRows } from './lock-rows.writes.server.ts'

const rowsRoute = createRoute({
  ...{ tags: ['connections'], security: personalSecurity },
  method: 'get',
  path: '/journal-lock/rows',
  operationId: 'listLockRows',
  summary: 'What a lock or the server’s key encrypts, to move it to another',
  description: 'Also earlier versions, drafts and the trash. Rows that do not open are left out.',
  request: { query: lockRowsQuerySchema },
  responses: {
    200: jsonResponse(lockRowsSchema, 'One page'),
    ...{ ...badRequest, ...notFound, ...ownerErrorResponses },
  },
})
const moveRoute = createRoute({
  ...{ tags: ['connections'], security: personalSecurity },
  method: 'post',
  path: '/journal-lock/rows',
  operationId: 'moveLockRows',
  summary: 'Store rows as they are encrypted now',
  description:
    'Each row moves if its revision and lock are still the same. The same request can be sent again. The target is the current lock, or null where there is none.',
  request: jsonBody(moveSchema),
  responses: {
    200: jsonResponse(moveResultsSchema, 'What became of each'),
    ...{ ...badRequest, ...notFound, ...ownerErrorResponses },
    409: errorResponse('Rows cannot move between these locks now', { journal_lock: z.uuid().nullable() }),
  },
})
/** Of a page of moved rows: `moveLimits.bytes`, padded, in base64, or quoted as JSON in JSON. */
const maxBytes = 6_000_000

/** The rows of locks over HTTP (docs/decisions/042). */
export function lockRowsApi(journal: Journal, ownerOf: GetOwner) {
  const api = createOwnerApi(['/journal-lock/rows'], ownerOf, {
    maxBytes,
    tooLong: messages.requestTooLong(),
  })

  api.openapi(rowsRoute, async (context) => {
    const { from, after } = context.req.valid('query')
    const result = await listLockRows(journal, context.var.owner, from === 'none' ? null : from, after)
    if (result.outcome === 'listed') return context.json({ rows: result.rows, next: result.next }, 200)
    return toLockProblem(result) as never
  })
  api.openapi(moveRoute, async (context) => {
    const result = await moveRows(journal, context.var.owner, context.req.valid('json'))
    if (result.outcome === 'done') return context.json({ results: result.results }, 200)
    if (result.outcome === 'wrong_lock')
      return problemResponse(
        'conflict',
        messages.lockChanged(),
        {},
        { journal_lock: result.current },
      ) as never
    return toLockProblem(result) as never
  })
  api.onError((thrown, { req: { method } }) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    journal.log.error('rows of a lock failed', { method, error: loggable(thrown) })
    return problemResponse('unavailable', messages.lockFailed())
  })
  return api
}
