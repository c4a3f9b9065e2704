import { createRoute, z } from '@hono/zod-openapi'
import {
  clientErrorResponse,
  createOwnerApi,
  type GetOwner,
  json,
  ownerErrorResponses,
  pathId,
  personalSecurity,
  refused,
  takesNoBody,
} from '../../platform/api.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Journal } from './encryption.reads.server.ts'
import {
  changeEntrySchema,
  type EntryList,
  entryListQuerySchema,
  entryListSchema,
  entrySchema,
  newEntrySchema,
} from './entries.contract.ts'
import { listEntries, readEntry } from './entries.reads.server.ts'
import { connectionMessages, draftLimit } from './entries.rules.ts'
import { changeEntry, deleteEntry, saveEntry, type WriteOutcome } from './entries.writes.server.ts'

/** JSON writes a character in up to six bytes, as an escape. */
export const journalLimits = { maxBytes: 6 * draftLimit + 10_000, tooLong: connectionMessages.tooLong }

const entry = z.object(entrySchema.shape).openapi('JournalEntry')
const of = { tags: ['connections'], security: personalSecurity }
const one = { params: z.object({ id: pathId('Of the Connection') }) }
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})
const missing = { 404: refused('You have no such Connection') }
const wrong = { 400: refused('What is wrong with it') }
const changed = { 409: refused('Another version stands there', { current: entry }) }

const list = createRoute({
  ...of,
  method: 'get',
  path: '/journal-entries',
  operationId: 'listJournalEntries',
  summary: 'Your Connections, the newest first, and their counts',
  description:
    'Where texts are long a page holds fewer than `limit`. Send `next` as `after` to get the next page. A Connection that cannot be opened is listed without its content.',
  request: { query: entryListQuerySchema },
  responses: { 200: json(entryListSchema, 'One page'), ...wrong, ...ownerErrorResponses },
})
const create = createRoute({
  ...of,
  method: 'post',
  path: '/journal-entries',
  operationId: 'createJournalEntry',
  summary: 'Save a new Connection; it takes the place of its draft',
  description:
    'A request whose answer was lost can be sent again with the same `id`: the Connection is saved once.',
  request: body(newEntrySchema),
  responses: {
    200: json(entry, 'It was saved before, under this id'),
    201: json(entry, 'It is saved now'),
    ...{ ...wrong, ...changed, ...ownerErrorResponses },
  },
})
const read = createRoute({
  ...of,
  method: 'get',
  path: '/journal-entries/{id}',
  operationId: 'getJournalEntry',
  summary: 'One of your Connections',
  description: 'An id of another person’s Connection is answered like one that does not exist.',
  request: one,
  responses: { 200: json(entry, 'The Connection'), ...missing, ...ownerErrorResponses },
})
const change = createRoute({
  ...of,
  method: 'patch',
  path: '/journal-entries/{id}',
  operationId: 'updateJournalEntry',
  summary: 'Change a Connection; it takes the place of its draft',
  description:
    'Members that are left out stay as they are. `revision` is the version that was changed; where it is no longer the present one, the answer is 409 with the version that is.',
  request: { ...one, ...body(changeEntrySchema) },
  responses: {
    200: json(entry, 'As it stands now'),
    ...{ ...wrong, ...missing, ...changed, ...ownerErrorResponses },
  },
})
const erase = createRoute({
  ...of,
  method: 'delete',
  path: '/journal-entries/{id}',
  operationId: 'deleteJournalEntry',
  summary: 'Delete a Connection and its draft',
  description: 'It cannot be undone. It also works where the Connection cannot be opened.',
  request: one,
  responses: { 204: { description: 'It is gone' }, ...takesNoBody, ...missing, ...ownerErrorResponses },
})

/** Connections over HTTP (design: "/api"). */
export function connectionsApi(journal: Journal, ownerOf: GetOwner) {
  const api = createOwnerApi(['/journal-entries/*'], ownerOf, journalLimits)

  api.openapi(list, async (context) => {
    const { outcome, ...listed } = await listEntries(journal, context.var.owner, context.req.valid('query'))
    if (outcome === 'locked') return problemResponse('unavailable', connectionMessages.list) as never
    return context.json(listed as EntryList, 200)
  })
  api.openapi(create, async (context) => {
    const written = await saveEntry(journal, context.var.owner, context.req.valid('json'))
    if ('entry' in written) return context.json(written.entry, written.outcome === 'saved' ? 201 : 200)
    return refusalOf(written, connectionMessages.save) as never
  })
  api.openapi(read, async (context) => {
    const found = await readEntry(journal, context.var.owner, context.req.valid('param').id)
    if (found.outcome === 'found') return context.json(found.entry, 200)
    return problemResponse(
      found.outcome === 'locked' ? 'unavailable' : 'not_found',
      connectionMessages.detail,
    ) as never
  })
  api.openapi(change, async (context) => {
    const { id } = context.req.valid('param')
    const written = await changeEntry(journal, context.var.owner, id, context.req.valid('json'))
    if ('entry' in written) return context.json(written.entry, 200)
    return refusalOf(written, connectionMessages.update) as never
  })
  api.openapi(erase, async (context) => {
    const gone = await deleteEntry(journal, context.var.owner, context.req.valid('param').id)
    return gone ? context.body(null, 204) : (problemResponse('not_found', connectionMessages.detail) as never)
  })
  api.onError((thrown, { req: { method, path } }) => {
    const asked = clientErrorResponse(thrown)
    if (asked) return asked
    journal.log.error('Connections failed', { method, error: loggable(thrown) })
    const words = {
      GET: path.endsWith('/journal-entries') ? connectionMessages.list : connectionMessages.detail,
      POST: connectionMessages.save,
      PATCH: connectionMessages.update,
      DELETE: connectionMessages.erase,
    }
    return problemResponse('unavailable', words[method as keyof typeof words] ?? connectionMessages.list)
  })
  return api
}

/** @param failed the specification's words for what could not be done */
function refusalOf(refusal: Exclude<WriteOutcome, { entry: unknown }>, failed: string): Response {
  switch (refusal.outcome) {
    case 'conflict':
      return problemResponse('conflict', connectionMessages.changed, {}, { current: refusal.current })
    case 'refused':
      return problemResponse('forbidden', refusal.because)
    case 'no_such_term':
      return problemResponse('invalid_request', connectionMessages.noSuchTerm)
    case 'not_found':
      return problemResponse('not_found', connectionMessages.detail)
    case 'locked':
      return problemResponse('unavailable', failed)
  }
}
