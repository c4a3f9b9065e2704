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
import { readOnlyAccount } from '../../../platform/messages.en.yaml'
import type { Platform } from '../../../platform/platform.ts'
import * as messages from './messages.en.yaml'
import { profileForm, profileSchema } from './profile.contract.ts'
import { readProfile } from './profile.reads.server.ts'
import { saveProfile } from './profile.writes.server.ts'

const profile = z.object(profileSchema.shape).openapi('Profile')
const route = { tags: ['profile'], security: personalSecurity, path: '/profile' }

const read = createRoute({
  ...route,
  method: 'get',
  operationId: 'getProfile',
  summary: 'What you call yourself here',
  description: 'Both names are null until you choose them.',
  responses: { 200: jsonResponse(profile, 'Your profile'), ...ownerErrorResponses },
})
const change = createRoute({
  ...route,
  method: 'patch',
  operationId: 'updateProfile',
  summary: 'Change what you call yourself',
  description:
    'Members that are left out stay as they are; null or blank text takes a name away. White space around a name is removed before its length is judged.',
  request: { body: { required: true, content: { 'application/json': { schema: profileForm } } } },
  responses: {
    200: jsonResponse(profile, 'Your profile now'),
    400: errorResponse('What is wrong with it'),
    ...ownerErrorResponses,
  },
})

/** The user's profile over HTTP. */
export function profileApi({ database, clock, log }: Platform, ownerOf: GetOwner) {
  const limits = { maxBytes: 8 * 1024, tooLong: messages.longNames() }
  const api = createOwnerApi(['/profile'], ownerOf, limits)

  api.openapi(read, async (context) => context.json(await readProfile(database, context.var.owner), 200))
  api.openapi(change, async (context) => {
    const input = context.req.valid('json')
    const saved = await saveProfile({ app: database, clock }, context.var.owner, input)
    return saved ? context.json(saved, 200) : (problemResponse('forbidden', readOnlyAccount()) as never)
  })
  api.onError((thrown, { req: { method } }) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    log.error('a profile failed', { method, error: loggable(thrown) })
    return problemResponse('unavailable', messages.profileUnavailable())
  })
  return api
}
