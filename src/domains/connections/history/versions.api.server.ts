import { createRoute, z } from '@hono/zod-openapi'
import {
  type createOwnerApi,
  errorResponse,
  jsonResponse,
  noBodyResponses,
  ownerErrorResponses,
  pathId,
  personalSecurity,
} from '../../../platform/api.server.ts'
import { problemResponse } from '../../../platform/errors.ts'
import type { Journal } from '../encryption.reads.server.ts'
import * as messages from '../messages.en.yaml'
import { versionPageSchema, versionQuerySchema } from './versions.contract.ts'
import { listVersions } from './versions.reads.server.ts'
import { eraseVersions } from './versions.writes.server.ts'

const defaults = { tags: ['connections'], security: personalSecurity }
const idParam = { params: z.object({ id: pathId('Of the Connection') }) }
const notFound = { 404: errorResponse('You have no such Connection') }

const listRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/journal-entries/{id}/versions',
  operationId: 'listJournalEntryVersions',
  summary: 'Earlier versions of a Connection, the newest first',
  description:
    'Up to 50 are stored. Where texts are long a page holds fewer: send `next` as `before` to get older ones. To restore a version, change the Connection to what it says; the version before then joins this list.',
  request: { ...idParam, query: versionQuerySchema },
  responses: {
    200: jsonResponse(versionPageSchema, 'One page'),
    400: errorResponse('What is wrong with it'),
    ...notFound,
    ...ownerErrorResponses,
  },
})
const eraseRoute = createRoute({
  ...defaults,
  method: 'delete',
  path: '/journal-entries/{id}/versions',
  operationId: 'eraseJournalEntryVersions',
  summary: 'Erase all earlier versions of a Connection',
  description: 'The Connection itself stays as it is. It cannot be undone.',
  request: idParam,
  responses: {
    204: { description: 'There are none now' },
    ...noBodyResponses,
    ...notFound,
    ...ownerErrorResponses,
  },
})

/** Adds the history of Connections to their API. */
export function addVersionRoutes(api: ReturnType<typeof createOwnerApi>, journal: Journal): void {
  api.openapi(listRoute, async (context) => {
    const { id } = context.req.valid('param')
    const result = await listVersions(journal, context.var.owner, id, context.req.valid('query').before)
    if (result.outcome === 'listed')
      return context.json({ versions: result.versions, next: result.next }, 200)
    const code = result.outcome === 'not_found' ? 'not_found' : 'unavailable'
    return problemResponse(code, messages.notFound()) as never
  })
  api.openapi(eraseRoute, async (context) => {
    const exists = await eraseVersions(journal, context.var.owner, context.req.valid('param').id)
    return exists ? context.body(null, 204) : (problemResponse('not_found', messages.notFound()) as never)
  })
}
