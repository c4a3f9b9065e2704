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
import { readOnlyAccount } from '../../platform/messages.en.yaml'
import type { Platform } from '../../platform/platform.ts'
import { savedTermSchema, savedTermsQuerySchema, savedTermsSchema } from './favorites.contract.ts'
import { listSavedTerms, readSavedTerm } from './favorites.reads.server.ts'
import { type FavoriteAction, validateFavorite } from './favorites.rules.ts'
import { removeSavedTerm, saveTerm } from './favorites.writes.server.ts'
import * as messages from './messages.en.yaml'

const savedTerm = z.object(savedTermSchema.shape).openapi('SavedTerm')
const defaults = { tags: ['favorites'], security: personalSecurity }
const termIdParam = { params: z.object({ term_id: pathId('Of the term') }) }

const listRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/saved-terms',
  operationId: 'listSavedTerms',
  summary: 'Your favorites, the newest first',
  description: 'A term that has left the glossary stays among them, marked as `retired`.',
  request: { query: savedTermsQuerySchema },
  responses: {
    200: jsonResponse(savedTermsSchema, 'All of them, and how many of which type'),
    400: errorResponse('What is wrong with the query'),
    ...ownerErrorResponses,
  },
})
const readRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/saved-terms/{term_id}',
  operationId: 'getSavedTerm',
  summary: 'Whether a term is among your favorites',
  description: 'Answers 404 where it is not, and where there is no such term.',
  request: termIdParam,
  responses: {
    200: jsonResponse(savedTerm, 'It is'),
    404: errorResponse('It is not'),
    ...ownerErrorResponses,
  },
})
const saveRoute = createRoute({
  ...defaults,
  method: 'put',
  path: '/saved-terms/{term_id}',
  operationId: 'saveTerm',
  summary: 'Save a term',
  description:
    'Saving a term twice changes nothing. A term that has left the glossary can be kept, but not saved again.',
  request: termIdParam,
  responses: {
    200: jsonResponse(savedTerm, 'It was saved before'),
    201: jsonResponse(savedTerm, 'It is saved now'),
    404: errorResponse('The glossary has no such term'),
    ...noBodyResponses,
    ...ownerErrorResponses,
  },
})
const removeRoute = createRoute({
  ...defaults,
  method: 'delete',
  path: '/saved-terms/{term_id}',
  operationId: 'removeSavedTerm',
  summary: 'Remove a term from your favorites',
  description: 'Also answers 204 where it was not among them, whatever the id.',
  request: termIdParam,
  responses: { 204: { description: 'It is not among them now' }, ...noBodyResponses, ...ownerErrorResponses },
})

const actions: Readonly<Record<string, FavoriteAction>> = { PUT: 'save', DELETE: 'remove' }
const signedOut = (method: string) => {
  const intent = actions[method]
  return intent && validateFavorite(intent, { signed_in: false })
}

/** Favorites over HTTP. */
export function favoritesApi({ database, clock, log }: Platform, ownerOf: GetOwner) {
  const limits = { maxBytes: 1024, tooLong: 'This address takes no body.' }
  const api = createOwnerApi(['/saved-terms/*'], ownerOf, limits, { signInMessage: signedOut })

  api.openapi(listRoute, async (context) => {
    const { slugs } = context.req.valid('query')
    return context.json(await listSavedTerms(database, context.var.owner, slugs?.split(',')), 200)
  })
  api.openapi(readRoute, async (context) => {
    const { term_id } = context.req.valid('param')
    const found = await readSavedTerm(database, context.var.owner, term_id)
    return found
      ? context.json(found, 200)
      : (problemResponse('not_found', 'This term is not among your favorites.') as never)
  })
  api.openapi(saveRoute, async (context) => {
    const { term_id } = context.req.valid('param')
    const result = await saveTerm({ database, clock }, context.var.owner, term_id)
    switch (result.outcome) {
      case 'saved':
        return context.json(result.saved_term, 201)
      case 'already':
        return context.json(result.saved_term, 200)
      case 'no_such_term':
        return problemResponse('not_found', messages.noSuchTerm()) as never
      case 'restricted':
        return problemResponse('forbidden', readOnlyAccount()) as never
    }
  })
  api.openapi(removeRoute, async (context) => {
    await removeSavedTerm({ database }, context.var.owner, context.req.valid('param').term_id)
    return context.body(null, 204)
  })
  api.on(['PUT', 'DELETE'], '/saved-terms', (context) => {
    const { user_id } = context.var.owner
    const problem = validateFavorite(actions[context.req.method] ?? 'save', { signed_in: true, user_id })
    return problemResponse('invalid_request', problem ?? '')
  })
  api.onError((thrown, context) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    log.error('favorites failed', { method: context.req.method, error: loggable(thrown) })
    const failures = {
      GET: context.req.path.endsWith('/saved-terms') ? messages.loadFailed : messages.checkFailed,
      PUT: messages.saveFailed,
      DELETE: messages.removeFailed,
    }
    const failed = failures[context.req.method as keyof typeof failures] ?? failures.GET
    return problemResponse('unavailable', failed())
  })
  return api
}
