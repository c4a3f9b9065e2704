import { ReadableStream } from 'node:stream/web'
import { createRoute, z } from '@hono/zod-openapi'
import {
  createOwnerApi,
  errorResponse,
  type GetOwner,
  noBodyResponses,
  ownerErrorResponses,
  personalSecurity,
  rateLimitResponse,
} from '../../platform/api.server.ts'
import { toUtcDate } from '../../platform/clock.ts'
import { problemResponse } from '../../platform/errors.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimits } from '../../platform/rate-limits.server.ts'
import { sessionExists } from '../identity/identity.reads.server.ts'
import { hasRecentReauth } from '../identity/reauth/reauth.reads.server.ts'
import { reauthenticatePath } from './account.contract.ts'
import { deleteAccount } from './deletion.writes.server.ts'
import { type ArchiveChunk, type ArchiveChunkLine, archiveName, ndjsonType } from './export.contract.ts'
import { createArchive } from './export.reads.server.ts'
import * as messages from './messages.en.yaml'

const defaults = { tags: ['account'], security: personalSecurity }
const reauthRequired = errorResponse(
  'From another site, without the second step, or without a proof within the last 15 minutes; then with the page that asks for it',
  { prove: z.string().optional() },
)
/** For programs: our own pages go to the address in `prove`. */
const reauthMessage =
  'Please show once more that it is you, in a browser at the address in `prove`, or by signing in again.'

const exportRoute = createRoute({
  ...defaults,
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
      description: `A ZIP archive of data.json and connections.html; asked for as ${ndjsonType}, the same in lines that say how far it is`,
      content: {
        'application/zip': { schema: z.string().openapi({ format: 'binary' }) },
        [ndjsonType]: { schema: z.string() },
      },
    },
    400: errorResponse('More than one time zone'),
    ...ownerErrorResponses,
    403: reauthRequired,
    429: rateLimitResponse(
      'Several archives were made lately, or too many requests came from this network address',
    ),
  },
})
const deleteRoute = createRoute({
  ...defaults,
  method: 'delete',
  path: '/account',
  operationId: 'deleteAccount',
  summary: 'Delete your account and everything in it, at once and for good',
  description: 'Needs a proof of who you are within the last 15 minutes. It cannot be undone.',
  responses: {
    204: { description: 'It is gone' },
    ...noBodyResponses,
    ...ownerErrorResponses,
    403: reauthRequired,
  },
})

/** Export and deletion over HTTP. `ownerOf` rejects cross-site GETs: no other site may start a download. */
export function accountApi(platform: Platform, limits: RateLimits, ownerOf: GetOwner) {
  const { authDatabase: auth, clock, config, log } = platform
  // A session that ended meanwhile is no error to log.
  const isSessionLive = ({ session_id: id, user_id }: Owner) =>
    sessionExists(auth, { id, user_id }).catch(() => true)
  const bodyLimit = { maxBytes: 1024, tooLong: 'This address takes no body.' }
  const api = createOwnerApi(['/account/*'], ownerOf, bodyLimit)
  api.use('/account/*', async (context, next) => {
    if (await hasRecentReauth(auth, context.var.owner, clock.now())) return next()
    return problemResponse('forbidden', reauthMessage, {}, { prove: reauthenticatePath })
  })

  api.openapi(exportRoute, async (context) => {
    const retryAfter = await limits.consume('archive', context.var.owner.user_id)
    if (retryAfter > 0) {
      const minutes = retryAfter > 90 ? Math.ceil(retryAfter / 60) : 1
      return problemResponse('too_many_requests', messages.exportLimit({ minutes }), {
        'Retry-After': String(retryAfter),
      }) as never
    }
    const { owner } = context.var
    const chunks = createArchive(platform, owner, timeZoneOf(context.req.valid('query').time_zone))
    // A failure here becomes an error message, not half a file.
    const first = await chunks.next()
    const all = resume(first, chunks, async (thrown) => {
      if (await isSessionLive(owner)) log.error('an archive was not finished', { error: loggable(thrown) })
    })
    const asLines = context.req.header('Accept')?.includes(ndjsonType)
    const body = asLines ? ndjsonLines(all) : zipBytes(all)
    return new Response(ReadableStream.from(body) as unknown as BodyInit, {
      headers: {
        'Content-Type': asLines ? ndjsonType : 'application/zip',
        'Content-Disposition': `attachment; filename="${archiveName(toUtcDate(clock.now()))}"`,
      },
    }) as never
  })
  api.openapi(deleteRoute, async (context) => {
    const mails = config.smtpUrl !== undefined
    await deleteAccount({ auth, clock, mails }, context.var.owner.user_id, 'person')
    // Never "cache", which can hang Chrome for seconds (safety point 9).
    context.header('Clear-Site-Data', '"cookies", "storage"')
    return context.body(null, 204)
  })
  api.onError(async (thrown, { req: { method }, var: { owner } }) => {
    // Without an owner, the session lookup itself failed.
    if (!owner || (await isSessionLive(owner)))
      log.error('an account failed', { method, error: loggable(thrown) })
    return problemResponse(
      'unavailable',
      method === 'DELETE' ? messages.deleteFailed() : messages.exportFailed(),
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

async function* resume(
  first: IteratorResult<ArchiveChunk, void>,
  chunks: AsyncGenerator<ArchiveChunk>,
  onError: (thrown: unknown) => Promise<void>,
): AsyncGenerator<ArchiveChunk> {
  try {
    if (!first.done) yield first.value
    yield* chunks
  } catch (thrown) {
    await onError(thrown)
    // Aborts the connection: half a file must not look complete. Logged above, hence no details.
    throw new Error('an archive was not finished')
  }
}

async function* zipBytes(chunks: AsyncIterable<ArchiveChunk>): AsyncGenerator<Uint8Array> {
  for await (const { part } of chunks) if (part.length > 0) yield part
}

async function* ndjsonLines(chunks: AsyncIterable<ArchiveChunk>): AsyncGenerator<Uint8Array> {
  const line = (chunk: ArchiveChunkLine) => Buffer.from(`${JSON.stringify(chunk)}\n`)
  let last = { done: 0, of: 0 }
  for await (const { part, ...progress } of chunks) {
    if (part.length === 0 && progress.done === last.done && progress.of === last.of) continue
    yield line({ part: Buffer.from(part).toString('base64'), ...progress })
    last = progress
  }
  yield line({ part: '', ...last, whole: true })
}
