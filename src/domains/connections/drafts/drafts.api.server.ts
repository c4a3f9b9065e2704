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
} from '../../../platform/api.server.ts'
import { problemResponse } from '../../../platform/errors.ts'
import { loggable } from '../../../platform/log.server.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { journalLimits, jsonBody, toProblem, wrongKind } from '../entries.api.server.ts'
import { saveLockedDraft } from '../locked-documents/locked-drafts.writes.server.ts'
import * as messages from '../messages.en.yaml'
import { draftListSchema, draftSchema, putDraftSchema } from './drafts.contract.ts'
import { listDrafts, readDraft } from './drafts.reads.server.ts'
import { deleteDraft, saveDraft } from './drafts.writes.server.ts'

const draft = z.object(draftSchema.shape).openapi('JournalDraft')
const defaults = { tags: ['connections'], security: personalSecurity }
const idParam = {
  params: z.object({ id: pathId('Of the Connection, or the one that a new Connection will have') }),
}
const notFound = { 404: errorResponse('There is no such draft, or its Connection is gone') }

const listRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/journal-drafts',
  operationId: 'listJournalDrafts',
  summary: 'What you have begun to write and not saved, the latest first',
  description: 'A draft that cannot be opened is listed without its content.',
  responses: { 200: jsonResponse(draftListSchema, 'At most fifty'), ...ownerErrorResponses },
})
const readRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/journal-drafts/{id}',
  operationId: 'getJournalDraft',
  summary: 'The draft of one Connection',
  description: 'An id of another person’s draft is answered like one that does not exist.',
  request: idParam,
  responses: { 200: jsonResponse(draft, 'The draft'), ...notFound, ...ownerErrorResponses },
})
const saveRoute = createRoute({
  ...defaults,
  method: 'put',
  path: '/journal-drafts/{id}',
  operationId: 'saveJournalDraft',
  summary: 'Keep what is being written; saving the Connection ends it',
  description:
    '`revision` names the draft that this one follows, so that two pages do not write over each other; where another draft is there, the answer is 409 with it.',
  request: { ...idParam, ...jsonBody(putDraftSchema) },
  responses: {
    200: jsonResponse(draft, 'It is kept'),
    204: { description: 'There is nothing to keep: no text, or the one that is saved' },
    400: errorResponse('What is wrong with it'),
    409: errorResponse('Another page wrote another draft, or the one that was followed is gone (null)', {
      // `nullable` would describe both at once, which nothing can be.
      current: z.union([draft, z.null()]),
    }),
    ...{ ...notFound, ...ownerErrorResponses, ...wrongKind },
  },
})
const deleteRoute = createRoute({
  ...defaults,
  method: 'delete',
  path: '/journal-drafts/{id}',
  operationId: 'deleteJournalDraft',
  summary: 'Throw a draft away',
  description: 'Also answers 204 where there is no such draft.',
  request: idParam,
  responses: { 204: { description: 'It is gone' }, ...noBodyResponses, ...ownerErrorResponses },
})

/** Drafts over HTTP. */
export function draftsApi(journal: Journal, ownerOf: GetOwner) {
  const api = createOwnerApi(['/journal-drafts/*'], ownerOf, journalLimits())

  api.openapi(listRoute, async (context) => {
    const result = await listDrafts(journal, context.var.owner)
    if (result.outcome === 'undecryptable') return toProblem(result, messages.loadFailed()) as never
    return context.json({ drafts: result.drafts }, 200)
  })
  api.openapi(readRoute, async (context) => {
    const result = await readDraft(journal, context.var.owner, context.req.valid('param').id)
    if (result.outcome === 'found') return context.json(result.draft, 200)
    return toProblem(result, messages.notFound()) as never
  })
  api.openapi(saveRoute, async (context) => {
    const { id } = context.req.valid('param')
    const change = context.req.valid('json')
    const { owner } = context.var
    const result =
      'locked' in change
        ? await saveLockedDraft(journal, owner, id, change)
        : await saveDraft(journal, owner, id, change)
    if (result.outcome === 'saved') return context.json(result.draft, 200)
    if (result.outcome === 'nothing') return context.body(null, 204)
    return toProblem(result, messages.draftFailed(), messages.draftChanged()) as never
  })
  api.openapi(deleteRoute, async (context) => {
    await deleteDraft(journal, context.var.owner, context.req.valid('param').id)
    return context.body(null, 204)
  })
  api.onError((thrown, { req: { method } }) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    journal.log.error('drafts failed', { method, error: loggable(thrown) })
    return problemResponse('unavailable', method === 'GET' ? messages.loadFailed() : messages.draftFailed())
  })
  return api
}
