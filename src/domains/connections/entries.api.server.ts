import { createRoute, z } from '@hono/zod-openapi'
import {
  clientErrorResponse,
  createOwnerApi,
  errorResponse,
  type GetOwner,
  jsonResponse,
  noBodyResponses,
  ownerErrorResponses,
  pathId,
  personalSecurity,
} from '../../platform/api.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Journal } from './encryption.reads.server.ts'
import {
  type EntryList,
  entryListQuerySchema,
  entryListSchema,
  entrySchema,
  saveEntrySchema,
  updateEntrySchema,
} from './entries.contract.ts'
import { listEntries, readEntry } from './entries.reads.server.ts'
import { tooLongMessage } from './entries.rules.ts'
import { changeEntry, saveEntry, type WriteOutcome } from './entries.writes.server.ts'
import { addVersionRoutes } from './history/versions.api.server.ts'
import { envelopeLimits } from './lock/locks.rules.ts'
import { changeLockedEntry, saveLockedEntry } from './locked-documents/locked-entries.writes.server.ts'
import * as messages from './messages.en.yaml'
import { trashPageSchema, trashQuerySchema } from './trash/trash.contract.ts'
import { listTrash } from './trash/trash.reads.server.ts'
import { deleteEntry, eraseTrash, restoreEntry } from './trash/trash.writes.server.ts'

/** The longest draft: as an envelope in base64, which is longer than its JSON. */
export const journalLimits = () => ({
  maxBytes: 4 * Math.ceil(envelopeLimits.draft / 3) + 10_000,
  tooLong: tooLongMessage(),
})

const entry = z.object(entrySchema.shape).openapi('JournalEntry')
const defaults = { tags: ['connections'], security: personalSecurity }
const idParam = { params: z.object({ id: pathId('Of the Connection') }) }
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})
const notFound = { 404: errorResponse('You have no such Connection') }
const badRequest = { 400: errorResponse('What is wrong with it') }
/** Of everything that writes text. */
export const wrongKind = {
  403: errorResponse(
    'As of every operation; and where the journal is locked and the text is not encrypted for its lock, or the other way around',
    { journal_lock: z.uuid().nullable().optional() },
  ),
}
const conflict = { 409: errorResponse('Another version is stored', { current: entry }) }

const listRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/journal-entries',
  operationId: 'listJournalEntries',
  summary: 'Your Connections, the newest first, and their counts',
  description:
    'Where texts are long a page holds fewer than `limit`. Send `next` as `after` to get the next page. A Connection that cannot be opened is listed without its content.',
  request: { query: entryListQuerySchema },
  responses: { 200: jsonResponse(entryListSchema, 'One page'), ...badRequest, ...ownerErrorResponses },
})
const saveRoute = createRoute({
  ...defaults,
  method: 'post',
  path: '/journal-entries',
  operationId: 'createJournalEntry',
  summary: 'Save a new Connection; it takes the place of its draft',
  description:
    'A request whose answer was lost can be sent again with the same `id`: the Connection is saved once.',
  request: jsonBody(saveEntrySchema),
  responses: {
    200: jsonResponse(entry, 'It was saved before, under this id'),
    201: jsonResponse(entry, 'It is saved now'),
    ...{ ...badRequest, ...conflict, ...ownerErrorResponses, ...wrongKind },
  },
})
const readRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/journal-entries/{id}',
  operationId: 'getJournalEntry',
  summary: 'One of your Connections',
  description: 'An id of another person’s Connection is answered like one that does not exist.',
  request: idParam,
  responses: { 200: jsonResponse(entry, 'The Connection'), ...notFound, ...ownerErrorResponses },
})
const updateRoute = createRoute({
  ...defaults,
  method: 'patch',
  path: '/journal-entries/{id}',
  operationId: 'updateJournalEntry',
  summary: 'Change a Connection; it takes the place of its draft',
  description:
    'Members that are left out stay as they are. `revision` is the version that was changed; where it is no longer the present one, the answer is 409 with the version that is.',
  request: { ...idParam, ...jsonBody(updateEntrySchema) },
  responses: {
    200: jsonResponse(entry, 'As it is stored now'),
    ...{ ...badRequest, ...notFound, ...conflict, ...ownerErrorResponses, ...wrongKind },
  },
})
const deleteRoute = createRoute({
  ...defaults,
  method: 'delete',
  path: '/journal-entries/{id}',
  operationId: 'deleteJournalEntry',
  summary: 'Move a Connection to the trash, and delete its draft',
  description:
    'It is erased after 30 days, and can be restored until then. It also works where the Connection cannot be opened.',
  request: idParam,
  responses: {
    204: { description: 'It is in the trash' },
    ...noBodyResponses,
    ...notFound,
    ...ownerErrorResponses,
  },
})

const listTrashRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/trash',
  operationId: 'listTrash',
  summary: 'Your deleted Connections, the last deleted first',
  description: 'At most 20. Send `deleted_at` and `id` of the last one to get the next page.',
  request: { query: trashQuerySchema },
  responses: { 200: jsonResponse(trashPageSchema, 'One page'), ...badRequest, ...ownerErrorResponses },
})
const restoreRoute = createRoute({
  ...defaults,
  method: 'post',
  path: '/trash/{id}/restore',
  operationId: 'restoreJournalEntry',
  summary: 'Take a Connection out of the trash',
  description:
    'It comes back as it was. One that was saved again under its id stays in the journal, and this one in the trash.',
  request: idParam,
  responses: { 204: { description: 'It is back' }, ...noBodyResponses, ...notFound, ...ownerErrorResponses },
})
const eraseRoute = createRoute({
  ...defaults,
  method: 'delete',
  path: '/trash/{id}',
  operationId: 'eraseJournalEntry',
  summary: 'Erase a Connection in the trash',
  description: 'It cannot be undone.',
  request: idParam,
  responses: { 204: { description: 'It is gone' }, ...noBodyResponses, ...notFound, ...ownerErrorResponses },
})

type Failure =
  | Exclude<WriteOutcome, { entry: unknown } | { current: unknown }>
  | { outcome: 'conflict'; current: unknown }

/** An error response for Connections and drafts. `failed`: when undecryptable. */
export function toProblem(result: Failure, failed: string, changed: string = messages.changed()): Response {
  switch (result.outcome) {
    case 'conflict':
      return problemResponse('conflict', changed, {}, { current: result.current })
    case 'forbidden': {
      const { journal_lock } = { journal_lock: undefined, ...result }
      return problemResponse(
        'forbidden',
        result.reason,
        {},
        journal_lock === undefined ? {} : { journal_lock },
      )
    }
    case 'invalid':
      return problemResponse('invalid_request', result.reason)
    case 'no_such_term':
      return problemResponse('invalid_request', messages.noSuchTerm())
    case 'not_found':
      return problemResponse('not_found', messages.notFound())
    case 'undecryptable':
      return problemResponse('unavailable', failed)
  }
}

/** Connections over HTTP. */
export function connectionsApi(journal: Journal, ownerOf: GetOwner) {
  const api = createOwnerApi(['/journal-entries/*', '/trash/*'], ownerOf, journalLimits())

  api.openapi(listRoute, async (context) => {
    const { outcome, ...listed } = await listEntries(journal, context.var.owner, context.req.valid('query'))
    if (outcome === 'undecryptable') return toProblem({ outcome }, messages.loadFailed()) as never
    return context.json(listed as EntryList, 200)
  })
  api.openapi(saveRoute, async (context) => {
    const input = context.req.valid('json')
    const { owner } = context.var
    const result =
      'locked' in input
        ? await saveLockedEntry(journal, owner, input)
        : await saveEntry(journal, owner, input)
    if ('entry' in result) return context.json(result.entry, result.outcome === 'saved' ? 201 : 200)
    return toProblem(result, messages.saveFailed()) as never
  })
  api.openapi(readRoute, async (context) => {
    const result = await readEntry(journal, context.var.owner, context.req.valid('param').id)
    if (result.outcome === 'found') return context.json(result.entry, 200)
    return toProblem(result, messages.notFound()) as never
  })
  api.openapi(updateRoute, async (context) => {
    const { id } = context.req.valid('param')
    const change = context.req.valid('json')
    const { owner } = context.var
    const result =
      'locked' in change
        ? await changeLockedEntry(journal, owner, id, change)
        : await changeEntry(journal, owner, id, change)
    if ('entry' in result) return context.json(result.entry, 200)
    return toProblem(result, messages.updateFailed()) as never
  })
  api.openapi(deleteRoute, async (context) => {
    const exists = await deleteEntry(journal, context.var.owner, context.req.valid('param').id)
    return exists ? context.body(null, 204) : (problemResponse('not_found', messages.notFound()) as never)
  })
  api.openapi(listTrashRoute, async (context) => {
    const { deleted_at, id } = context.req.valid('query')
    const after = deleted_at && id ? { deleted_at, id } : undefined
    const result = await listTrash(journal, context.var.owner, after)
    if (result.outcome === 'undecryptable') return toProblem(result, messages.loadFailed()) as never
    return context.json({ entries: result.entries, more: result.next !== undefined }, 200)
  })
  api.openapi(restoreRoute, async (context) => {
    const result = await restoreEntry(journal, context.var.owner, context.req.valid('param').id)
    if (result.outcome === 'restored') return context.body(null, 204)
    return toProblem(result, messages.restoreFailed()) as never
  })
  api.openapi(eraseRoute, async (context) => {
    const erased = await eraseTrash(journal, context.var.owner, context.req.valid('param').id)
    return erased > 0 ? context.body(null, 204) : (problemResponse('not_found', messages.notFound()) as never)
  })
  addVersionRoutes(api, journal)
  api.onError((thrown, { req: { method, path } }) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    journal.log.error('Connections failed', { method, error: loggable(thrown) })
    const failures = {
      GET: /\/(?:journal-entries|trash)$/.test(path) ? messages.loadFailed : messages.notFound,
      POST: path.endsWith('/restore') ? messages.restoreFailed : messages.saveFailed,
      PATCH: messages.updateFailed,
      DELETE: path.endsWith('/versions') ? messages.eraseVersionsFailed : messages.deleteFailed,
    }
    const failed = failures[method as keyof typeof failures] ?? messages.loadFailed
    return problemResponse('unavailable', failed())
  })
  return api
}
