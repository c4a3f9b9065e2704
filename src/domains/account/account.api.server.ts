import { ReadableStream } from 'node:stream/web'
import { createRoute, z } from '@hono/zod-openapi'
import {
  createOwnerApi,
  type GetOwner,
  ownerErrorResponses,
  personalSecurity,
  refused,
  takesNoBody,
  tooMany,
} from '../../platform/api.server.ts'
import { toUtcDate } from '../../platform/clock.ts'
import { problemResponse } from '../../platform/errors.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Limits } from '../../platform/rate-limits.server.ts'
import { sessionExists } from '../identity/identity.reads.server.ts'
import { hasRecentReauth } from '../identity/reauth/reauth.reads.server.ts'
import { accountMessages, reauthenticatePath } from './account.contract.ts'
import { deleteAccount } from './deletion.writes.server.ts'
import { archiveName, type Step, type StepLine, stepLines } from './export.contract.ts'
import { makeArchive } from './export.reads.server.ts'

const of = { tags: ['account'], security: personalSecurity }
const unproven = refused(
  'From another site, without the second step, or without a proof within the last 15 minutes; then with the page that asks for it',
  { prove: z.string().optional() },
)

const take = createRoute({
  ...of,
  method: 'get',
  path: '/account/export',
  operationId: 'exportAccount',
  summary: 'Everything that is kept about you, as one archive',
  description:
    'Needs a proof of who you are within the last 15 minutes, and a request from one of our own pages or with an access token. The archive is made while it is sent.',
  request: {
    query: z.object({
      time_zone: z
        .string()
        .optional()
        .describe('An IANA name; the readable pages have their times in it. UTC when left out or unknown'),
    }),
  },
  responses: {
    200: {
      description: `A ZIP archive of data.json and connections.html; asked for as ${stepLines}, the same in lines that say how far it is`,
      content: {
        'application/zip': { schema: z.string().openapi({ format: 'binary' }) },
        [stepLines]: { schema: z.string() },
      },
    },
    400: refused('More than one time zone'),
    ...ownerErrorResponses,
    403: unproven,
    429: tooMany('Several archives were made lately, or too many requests came from this network address'),
  },
})
const erase = createRoute({
  ...of,
  method: 'delete',
  path: '/account',
  operationId: 'deleteAccount',
  summary: 'Delete your account and everything in it, at once and for good',
  description: 'Needs a proof of who you are within the last 15 minutes. It cannot be undone.',
  responses: { 204: { description: 'It is gone' }, ...takesNoBody, ...ownerErrorResponses, 403: unproven },
})

/**
 * What a person may do with all that is theirs, over HTTP (design: "/api"). A restricted one may, too.
 *
 * @param ownerOf one that lets a browser read from our own pages alone: nobody else's link may put the file on a device
 */
export function accountApi(platform: Platform, limits: Limits, ownerOf: GetOwner) {
  const { authDatabase: auth, clock, config, log } = platform
  /** Of who was erased or signed out meanwhile nothing has failed. */
  const stands = ({ session_id: id, user_id }: Owner) =>
    sessionExists(auth, { id, user_id }).catch(() => true)
  const api = createOwnerApi(['/account/*'], ownerOf, {
    maxBytes: 1024,
    tooLong: 'This address takes no body.',
  })
  api.use('/account/*', async (context, next) => {
    if (await hasRecentReauth(auth, context.var.owner, clock.now())) return next()
    return problemResponse('forbidden', accountMessages.prove, {}, { prove: reauthenticatePath })
  })

  api.openapi(take, async (context) => {
    const seconds = await limits.take('archive', context.var.owner.user_id)
    if (seconds > 0) {
      return problemResponse('too_many_requests', accountMessages.exportAgain(seconds), {
        'Retry-After': String(seconds),
      }) as never
    }
    const steps = makeArchive(platform, context.var.owner, timeZoneOf(context.req.valid('query').time_zone))
    // What cannot be read at all is said in words, instead of half a file.
    const first = await steps.next()
    const wanted = context.req.header('Accept')?.includes(stepLines) ? inLines : inBytes
    const { type, pieces } = wanted(
      onwards(first, steps, async (thrown) => {
        if (await stands(context.var.owner))
          log.error('an archive was not finished', { error: loggable(thrown) })
      }),
    )
    return new Response(ReadableStream.from(pieces) as unknown as BodyInit, {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${archiveName(toUtcDate(clock.now()))}"`,
      },
    }) as never
  })
  api.openapi(erase, async (context) => {
    const mails = config.smtpUrl !== undefined
    await deleteAccount({ auth, clock, mails }, context.var.owner.user_id, 'person')
    // The browser forgets what we kept on it; never its cache, which can hang Chrome for seconds (safety point 9).
    context.header('Clear-Site-Data', '"cookies", "storage"')
    return context.body(null, 204)
  })
  api.onError(async (thrown, { req: { method }, var: { owner } }) => {
    // Without an owner, the lookup of the session itself failed.
    if (!owner || (await stands(owner))) log.error('an account failed', { method, error: loggable(thrown) })
    return problemResponse(
      'unavailable',
      method === 'DELETE' ? accountMessages.eraseFailed : accountMessages.exportFailed,
    )
  })
  return api
}

function timeZoneOf(name = 'UTC'): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    return 'UTC'
  }
}

async function* onwards(
  first: IteratorResult<Step, void>,
  steps: AsyncGenerator<Step>,
  failed: (thrown: unknown) => Promise<void>,
): AsyncGenerator<Step> {
  try {
    if (!first.done) yield first.value
    yield* steps
  } catch (thrown) {
    await failed(thrown)
    // The line is cut, so that nobody takes half a file for a whole one. What cuts it writes this error to the log as it is.
    throw new Error('an archive was not finished')
  }
}

const inBytes = (steps: AsyncIterable<Step>) => ({ type: 'application/zip', pieces: bytesOf(steps) })
const inLines = (steps: AsyncIterable<Step>) => ({ type: stepLines, pieces: linesOf(steps) })

async function* bytesOf(steps: AsyncIterable<Step>): AsyncGenerator<Uint8Array> {
  for await (const { part } of steps) if (part.length > 0) yield part
}

async function* linesOf(steps: AsyncIterable<Step>): AsyncGenerator<Uint8Array> {
  const line = (step: StepLine) => Buffer.from(`${JSON.stringify(step)}\n`)
  let last = { done: 0, of: 0 }
  for await (const { part, ...far } of steps) {
    if (part.length === 0 && far.done === last.done && far.of === last.of) continue
    yield line({ part: Buffer.from(part).toString('base64'), ...far })
    last = far
  }
  yield line({ part: '', ...last, whole: true })
}
