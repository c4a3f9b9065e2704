import { createRoute, z } from '@hono/zod-openapi'
import {
  clientErrorResponse,
  createOwnerApi,
  errorResponse,
  type GetOwner,
  jsonResponse,
  ownerErrorResponses,
  personalSecurity,
  rateLimitResponse,
} from '../../../platform/api.server.ts'
import { problemResponse } from '../../../platform/errors.ts'
import { loggable } from '../../../platform/log.server.ts'
import type { RateLimits } from '../../../platform/rate-limits.server.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { journalLimits, jsonBody, toProblem, wrongKind } from '../entries.api.server.ts'
import * as entryMessages from '../messages.en.yaml'
import {
  existingIdsSchema,
  importedEntrySchema,
  importRequestSchema,
  importResponseSchema,
  lockedImportSchema,
} from './import.contract.ts'
import { listExistingIds } from './import.reads.server.ts'
import { importEntries } from './import.writes.server.ts'
import * as messages from './messages.en.yaml'

const defaults = { tags: ['connections'], security: personalSecurity }

const idsRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/journal-imports',
  operationId: 'listJournalEntryIds',
  summary: 'The ids of your Connections, also of those in the trash',
  description: 'So that a program can see what is here already before it sends anything.',
  responses: { 200: jsonResponse(existingIdsSchema, 'All ids'), ...ownerErrorResponses },
})
const importRoute = createRoute({
  ...defaults,
  method: 'post',
  path: '/journal-imports',
  operationId: 'importJournalEntries',
  summary: 'Save Connections of a file, with the times they have there',
  description:
    'Saves those that are new and answers for each. An id that exists, also in the trash, is left as it is, so a request can be sent again. Terms that the glossary does not have are left out.',
  request: jsonBody(importRequestSchema),
  responses: {
    200: jsonResponse(importResponseSchema, 'What became of each'),
    400: errorResponse('The request could not be read; nothing was saved'),
    ...ownerErrorResponses,
    ...wrongKind,
    429: rateLimitResponse(
      'Very many Connections were imported within a day, or too many requests came from this network address',
    ),
  },
})

/** Imports over HTTP. */
export function importApi(journal: Journal, limits: RateLimits, ownerOf: GetOwner) {
  const { maxBytes } = journalLimits()
  const api = createOwnerApi(['/journal-imports'], ownerOf, { maxBytes, tooLong: messages.requestTooLong() })
  // The request names it only in the description: `entries` are checked one by one.
  api.openAPIRegistry.register('ImportedJournalEntry', z.object(importedEntrySchema.shape))
  api.openAPIRegistry.register('LockedImportedJournalEntry', z.strictObject(lockedImportSchema.shape))

  api.openapi(idsRoute, async (context) => {
    const { outcome, ...existing } = await listExistingIds(journal, context.var.owner)
    if (outcome === 'undecryptable')
      return problemResponse('unavailable', entryMessages.loadFailed()) as never
    return context.json(existing as z.infer<typeof existingIdsSchema>, 200)
  })
  api.openapi(importRoute, async (context) => {
    const { owner } = context.var
    const { entries } = context.req.valid('json')
    const seconds = limits.consumeInMemory('import', owner.user_id, entries.length)
    if (seconds > 0) {
      const hours = Math.ceil(seconds / 3600)
      return problemResponse('too_many_requests', messages.tooMany({ hours }), {
        'Retry-After': String(seconds),
      }) as never
    }
    const result = await importEntries(journal, owner, entries)
    if (result.outcome === 'imported') return context.json({ results: result.results }, 200)
    if (result.outcome === 'forbidden') return toProblem(result, messages.failed()) as never
    return problemResponse('unavailable', messages.failed()) as never
  })
  api.onError((thrown, { req: { method } }) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    journal.log.error('an import failed', { method, error: loggable(thrown) })
    return problemResponse('unavailable', method === 'GET' ? entryMessages.loadFailed() : messages.failed())
  })
  return api
}
