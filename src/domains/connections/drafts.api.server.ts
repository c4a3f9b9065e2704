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
import { draftListSchema, draftSchema, saveDraftSchema } from './drafts.contract.ts'
import { listDrafts, readDraft } from './drafts.reads.server.ts'
import { draftMessages } from './drafts.rules.ts'
import { deleteDraft, saveDraft } from './drafts.writes.server.ts'
import type { Journal } from './encryption.reads.server.ts'
import { journalLimits } from './entries.api.server.ts'
import { connectionMessages } from './entries.rules.ts'

const draft = z.object(draftSchema.shape).openapi('JournalDraft')
const of = { tags: ['connections'], security: personalSecurity }
const one = {
  params: z.object({
    id: pathId('Of the Connection, or the one that a new Connection will have'),
  }),
}
const missing = { 404: refused('There is no such draft, or its Connection is gone') }

const list = createRoute({
  ...of,
  method: 'get',
  path: '/journal-drafts',
  operationId: 'listJournalDrafts',
  summary: 'What you have begun to write and not saved, the latest first',
  description: 'A draft that cannot be opened is listed without its content.',
  responses: { 200: json(draftListSchema, 'At most fifty'), ...ownerErrorResponses },
})
const read = createRoute({
  ...of,
  method: 'get',
  path: '/journal-drafts/{id}',
  operationId: 'getJournalDraft',
  summary: 'The draft of one Connection',
  description: 'An id of another person’s draft is answered like one that does not exist.',
  request: one,
  responses: { 200: json(draft, 'The draft'), ...missing, ...ownerErrorResponses },
})
const save = createRoute({
  ...of,
  method: 'put',
  path: '/journal-drafts/{id}',
  operationId: 'saveJournalDraft',
  summary: 'Keep what is being written; saving the Connection ends it',
  description:
    '`revision` names the draft that this one follows, so that two pages do not write over each other; where another draft is there, the answer is 409 with it.',
  request: {
    ...one,
    body: { required: true, content: { 'application/json': { schema: saveDraftSchema } } },
  },
  responses: {
    200: json(draft, 'It is kept'),
    204: { description: 'There is nothing to keep: no text, or the one that is saved' },
    400: refused('What is wrong with it'),
    409: refused('Another page wrote another draft, or the one that was followed is gone (null)', {
      // `nullable` of a named schema describes both at once, which nothing can be.
      current: z.union([draft, z.null()]),
    }),
    ...{ ...missing, ...ownerErrorResponses },
  },
})
const erase = createRoute({
  ...of,
  method: 'delete',
  path: '/journal-drafts/{id}',
  operationId: 'deleteJournalDraft',
  summary: 'Throw a draft away',
  description: 'Also answers 204 where there is no such draft.',
  request: one,
  responses: { 204: { description: 'It is gone' }, ...takesNoBody, ...ownerErrorResponses },
})

/** Drafts over HTTP. */
export function draftsApi(journal: Journal, ownerOf: GetOwner) {
  const api = createOwnerApi(['/journal-drafts/*'], ownerOf, journalLimits)

  api.openapi(list, async (context) => {
    const listed = await listDrafts(journal, context.var.owner)
    if (listed.outcome === 'locked') return problemResponse('unavailable', connectionMessages.list) as never
    return context.json({ drafts: listed.drafts }, 200)
  })
  api.openapi(read, async (context) => {
    const found = await readDraft(journal, context.var.owner, context.req.valid('param').id)
    if (found.outcome === 'found') return context.json(found.draft, 200)
    return problemResponse(
      found.outcome === 'locked' ? 'unavailable' : 'not_found',
      connectionMessages.detail,
    ) as never
  })
  api.openapi(save, async (context) => {
    const { id } = context.req.valid('param')
    const kept = await saveDraft(journal, context.var.owner, id, context.req.valid('json'))
    switch (kept.outcome) {
      case 'saved':
        return context.json(kept.draft, 200)
      case 'nothing':
        return context.body(null, 204)
      case 'conflict':
        return problemResponse('conflict', draftMessages.changed, {}, { current: kept.current }) as never
      case 'not_found':
        return problemResponse('not_found', connectionMessages.detail) as never
      case 'refused':
        return problemResponse('forbidden', kept.because) as never
      case 'locked':
        return problemResponse('unavailable', draftMessages.failed) as never
    }
  })
  api.openapi(erase, async (context) => {
    await deleteDraft(journal, context.var.owner, context.req.valid('param').id)
    return context.body(null, 204)
  })
  api.onError((thrown, { req: { method } }) => {
    const asked = clientErrorResponse(thrown)
    if (asked) return asked
    journal.log.error('drafts failed', { method, error: loggable(thrown) })
    return problemResponse('unavailable', method === 'GET' ? connectionMessages.list : draftMessages.failed)
  })
  return api
}
