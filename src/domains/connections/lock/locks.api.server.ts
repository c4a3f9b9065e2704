import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { href } from 'react-router'
import {
  clientErrorResponse,
  createOwnerApi,
  errorResponse,
  type GetOwner,
  jsonResponse,
  noBodyResponses,
  type OwnerEnv,
  ownerErrorResponses,
  pathId,
  personalSecurity,
} from '../../../platform/api.server.ts'
import { problemResponse } from '../../../platform/errors.ts'
import { loggable } from '../../../platform/log.server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { hasRecentReauth } from '../../identity/reauth/reauth.reads.server.ts'
import { jsonBody } from '../entries.api.server.ts'
import * as messages from '../messages.en.yaml'
import { createReloadKey, deleteReloadKey, readReloadKey } from '../open-lock/reload-key.writes.server.ts'
import {
  changeKeyringSchema,
  journalLockSchema,
  journalLocksSchema,
  reloadKeySchema,
  startLockSchema,
} from './lock.contract.ts'
import { listLocks } from './locks.reads.server.ts'
import { changeKeyring, changeState, finishLock, type Notify, startLock } from './locks.writes.server.ts'

const lock = z.object(journalLockSchema.shape).openapi('JournalLock')
const defaults = { tags: ['connections'], security: personalSecurity }
const idParam = { params: z.object({ id: pathId('Of the lock') }) }
export const notFound = { 404: errorResponse('You have no such lock') }
export const badRequest = { 400: errorResponse('What is wrong with it') }
const reauthRequired = {
  403: errorResponse(
    'As of every operation; and without a proof within the last 15 minutes, then with the page that asks for it',
    { prove: z.string().optional() },
  ),
}
const conflict = { 409: errorResponse('Another device was quicker', { current: lock }) }

const readRoute = createRoute({
  ...defaults,
  method: 'get',
  path: '/journal-lock',
  operationId: 'listJournalLocks',
  summary: 'The locks of your journal with their keyrings, which open only with a phrase, passkey or kit',
  description:
    'With how many Connections, earlier versions and drafts each encrypts, the trash included. New text belongs to the one that is `locking` or `locked`.',
  responses: {
    200: jsonResponse(journalLocksSchema, 'None where it was never locked'),
    ...ownerErrorResponses,
  },
})
const startRoute = createRoute({
  ...defaults,
  method: 'post',
  path: '/journal-lock',
  operationId: 'startJournalLock',
  summary: 'Begin to lock your journal',
  description: 'From now on every text must be encrypted for this lock. The same request can be sent again.',
  request: jsonBody(startLockSchema),
  responses: {
    200: jsonResponse(lock, 'It was begun before'),
    201: jsonResponse(lock, 'It is begun'),
    ...{ ...badRequest, ...ownerErrorResponses, ...reauthRequired },
    409: errorResponse('There is a lock already', { current: z.uuid() }),
  },
})
const keyringRoute = createRoute({
  ...defaults,
  method: 'put',
  path: '/journal-lock/{id}/keyring',
  operationId: 'changeJournalKeyring',
  summary: 'Change how a lock opens',
  description: '`generation` is that of the keyring that is replaced; the new one has the next.',
  request: { ...idParam, ...jsonBody(changeKeyringSchema) },
  responses: {
    200: jsonResponse(lock, 'As it is stored now'),
    ...{ ...badRequest, ...notFound, ...conflict, ...ownerErrorResponses, ...reauthRequired },
  },
})
const finishRoute = createRoute({
  ...defaults,
  method: 'post',
  path: '/journal-lock/{id}/finish',
  operationId: 'finishJournalLock',
  summary: 'End locking, which destroys the server’s key; or end unlocking, which deletes the lock',
  description:
    'The last step, once everything has moved. Where the operator makes backups, the key is destroyed by the next full one, which holds what is locked. Rows that were tampered with stay as they are, with their key.',
  request: idParam,
  responses: {
    200: jsonResponse(lock, 'It is locked'),
    204: { description: 'It is unlocked, and the lock is gone' },
    ...{ ...noBodyResponses, ...notFound, ...ownerErrorResponses },
    409: errorResponse('Rows must move first', { remaining: z.int() }),
  },
})
const stateRoute = <Action extends 'unlock' | 'set-aside' | 'resume' | 'relock'>(
  action: Action,
  operationId: string,
  summary: string,
  more: typeof conflict | undefined = undefined,
) =>
  createRoute({
    ...defaults,
    method: 'post',
    path: `/journal-lock/{id}/${action}` as `/journal-lock/{id}/${Action}`,
    operationId,
    summary,
    description:
      'Needs a proof of who you are within the last 15 minutes. The same request can be sent again.',
    request: idParam,
    responses: {
      200: jsonResponse(lock, 'As it is now'),
      ...{ ...noBodyResponses, ...notFound, ...ownerErrorResponses, ...reauthRequired },
      ...more,
    },
  })
const unlockRoute = stateRoute('unlock', 'unlockJournal', 'Begin to unlock your journal for good', conflict)
const setAsideRoute = stateRoute(
  'set-aside',
  'setAsideJournalLock',
  'Set aside what nobody can open for now, and begin again beside it',
)
const resumeRoute = stateRoute('resume', 'resumeJournalLock', 'Take up what was set aside', conflict)
const relockRoute = stateRoute(
  'relock',
  'relockJournal',
  'Lock with it again what was begun to be unlocked, or was set aside',
  conflict,
)
const reloadKey = {
  ...defaults,
  path: '/journal-lock/reload-key' as const,
  description: 'It opens only what the tab stores, and goes with the session, the idle lock, and Quick Hide.',
}
const createKeyRoute = createRoute({
  ...reloadKey,
  method: 'put',
  operationId: 'createReloadKey',
  summary: 'A new random key for this session, to open the journal again after a reload',
  responses: { 200: jsonResponse(reloadKeySchema, 'It'), ...noBodyResponses, ...ownerErrorResponses },
})
const readKeyRoute = createRoute({
  ...reloadKey,
  method: 'get',
  operationId: 'getReloadKey',
  summary: 'That key',
  responses: { 200: jsonResponse(reloadKeySchema, 'null where there is none'), ...ownerErrorResponses },
})
const deleteKeyRoute = createRoute({
  ...reloadKey,
  method: 'delete',
  operationId: 'deleteReloadKey',
  summary: 'Forget that key',
  responses: { 204: { description: 'It is gone' }, ...noBodyResponses, ...ownerErrorResponses },
})

const reauthenticatePath = `${href('/auth-test/prove')}?${new URLSearchParams({ next: href('/dashboard/connections/lock') })}`

/** For programs: our own pages go to the address in `prove`. */
const reauthMessage =
  'Please show once more that it is you, in a browser at the address in `prove`, or by signing in again.'

/** Of a keyring with the most slots, twice. */
const maxBytes = 64 * 1024

/** Locks over HTTP (docs/decisions/042). Restricted people may lock, unlock and read. */
export function locksApi(platform: Platform, ownerOf: GetOwner, notify: Notify) {
  const { authDatabase: auth, clock, config } = platform
  const hasBackups = config.backupRecipient !== undefined
  const limit = { maxBytes, tooLong: messages.keyringInvalid() }
  const api = createOwnerApi(
    ['/journal-lock', '/journal-lock/reload-key', '/journal-lock/:id/:action'],
    ownerOf,
    limit,
  )
  const requireReauth: MiddlewareHandler<OwnerEnv> = async (context, next) => {
    if (await hasRecentReauth(auth, context.var.owner, clock.now())) return next()
    return problemResponse('forbidden', reauthMessage, {}, { prove: reauthenticatePath })
  }
  api.post('/journal-lock', requireReauth)
  api.put('/journal-lock/:id/keyring', requireReauth)
  for (const action of ['unlock', 'set-aside', 'resume', 'relock'])
    api.post(`/journal-lock/:id/${action}`, requireReauth)

  api.openapi(readRoute, async (context) => context.json(await listLocks(platform, context.var.owner), 200))
  api.openapi(startRoute, async (context) => {
    const { keyring } = context.req.valid('json')
    const result = await startLock(platform, context.var.owner, keyring, notify)
    if ('lock' in result) return context.json(result.lock, result.outcome === 'changed' ? 201 : 200)
    return toLockProblem(result, messages.alreadyLocked()) as never
  })
  api.openapi(createKeyRoute, async (context) => {
    const key = await createReloadKey(auth, context.var.owner)
    return context.json({ key: key.toString('base64') }, 200)
  })
  api.openapi(readKeyRoute, async (context) => {
    const key = await readReloadKey(auth, context.var.owner)
    return context.json({ key: key?.toString('base64') ?? null }, 200)
  })
  api.openapi(deleteKeyRoute, async (context) => {
    await deleteReloadKey(auth, context.var.owner)
    return context.body(null, 204)
  })
  api.openapi(keyringRoute, async (context) => {
    const { id } = context.req.valid('param')
    const change = context.req.valid('json')
    const result = await changeKeyring(platform, context.var.owner, id, change, notify)
    return 'lock' in result ? context.json(result.lock, 200) : (toLockProblem(result) as never)
  })
  api.openapi(finishRoute, async (context) => {
    const { id } = context.req.valid('param')
    const result = await finishLock(platform, context.var.owner, id, { hasBackups })
    if ('lock' in result) return context.json(result.lock, 200)
    if (result.outcome === 'deleted') return context.body(null, 204)
    if (result.outcome === 'remaining') {
      const { count: remaining } = result
      const detail = messages.rowsRemain({ count: remaining })
      return problemResponse('conflict', detail, {}, { remaining }) as never
    }
    return toLockProblem({ outcome: result.outcome }) as never
  })
  for (const [route, transition] of [
    [unlockRoute, 'unlocking'],
    [setAsideRoute, 'set_aside'],
    [resumeRoute, 'resumed'],
    [relockRoute, 'relocked'],
  ] as const)
    api.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const result = await changeState(platform, context.var.owner, id, transition, notify)
      return 'lock' in result ? context.json(result.lock, 200) : (toLockProblem(result) as never)
    })
  api.onError((thrown, { req: { method } }) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    platform.log.error('a journal lock failed', { method, error: loggable(thrown) })
    return problemResponse('unavailable', messages.lockFailed())
  })
  return api
}

type Problem =
  | { outcome: 'not_found' | 'undecryptable' }
  | { outcome: 'invalid'; reason: string }
  | { outcome: 'conflict'; current: unknown }

/** An error response for locks and their rows. */
export function toLockProblem(result: Problem, changed = messages.lockChanged()): Response {
  switch (result.outcome) {
    case 'not_found':
      return problemResponse('not_found', messages.lockNotFound())
    case 'invalid':
      return problemResponse('invalid_request', result.reason)
    case 'conflict':
      return problemResponse('conflict', changed, {}, { current: result.current })
    case 'undecryptable':
      return problemResponse('unavailable', messages.lockFailed())
  }
}
