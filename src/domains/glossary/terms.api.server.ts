import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { commonErrorResponses, createApi, errorResponse, jsonResponse } from '../../platform/api.server.ts'
import { toUtcDate } from '../../platform/clock.ts'
import { problemResponse } from '../../platform/errors.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import * as messages from './messages.en.yaml'
import { listTermsByName, readSearchIndex } from './search/search.reads.server.ts'
import { normalizeSearch } from './search/search.rules.ts'
import {
  listQuerySchema,
  searchQuerySchema,
  suggestionSchema,
  termListSchema,
  termNameSchema,
  termOptionSchema,
  termPageSchema,
  termSchema,
} from './terms.contract.ts'
import { listTermNames, listTerms, readTerm, suggestTerms } from './terms.reads.server.ts'
import { optionLimit } from './terms.rules.ts'
import { chooseTermOfTheDay } from './terms.writes.server.ts'

/** Without a key nothing is cached (server/http/public-cache.ts). */
export type Cached = (
  context: Context,
  key: string | undefined,
  create: () => Promise<Response>,
) => Promise<Response>

const get = <Path extends string>(
  path: Path,
  operationId: string,
  [summary, description]: [summary: string, description: string],
) => ({ method: 'get' as const, path, operationId, summary, description, tags: ['glossary'] })

const cachedResponses = {
  304: { description: 'The same as the answer whose ETag came in If-None-Match' },
  ...commonErrorResponses,
}

// Only schemas created after @hono/zod-openapi loads can have a name.
const term = z.object(termSchema.shape).openapi('Term')
const termPage = z.object(termPageSchema.shape).openapi('TermPage')
const list = createRoute({
  ...get('/terms', 'listTerms', [
    'Terms, by name or age, or those that a search finds',
    'A search also finds other names, misspelled names and descriptions of a term, and says why each term is there.',
  ]),
  request: { query: listQuerySchema },
  responses: {
    200: jsonResponse(termListSchema, 'One page, and how many there are in all'),
    400: errorResponse('What is wrong with the query'),
    ...cachedResponses,
  },
})
const suggest = createRoute({
  ...get('/terms/suggest', 'suggestTerms', [
    'At most five terms for the header search',
    'The first of those that a search for the same text finds; none for blank text.',
  ]),
  request: { query: searchQuerySchema },
  responses: {
    200: jsonResponse(z.object({ terms: z.array(suggestionSchema) }), 'In the order of the list'),
    400: errorResponse('Text too long'),
    ...commonErrorResponses,
  },
})
const options = createRoute({
  ...get('/terms/options', 'listTermOptions', [
    'At most fifty terms for a picker, by name or slug',
    'Terms whose name, slug or alias the text is, then those whose name or slug holds it; the first ones for blank text.',
  ]),
  request: { query: searchQuerySchema },
  responses: {
    200: jsonResponse(z.object({ terms: z.array(termOptionSchema) }), 'Exact ones first, then by name'),
    400: errorResponse('Text too long'),
    ...commonErrorResponses,
  },
})
const index = createRoute({
  ...get('/terms/index', 'getSearchIndex', [
    'The index that the header search keeps in the browser',
    'The whole glossary in a compact form, for searching without sending what is searched for.',
  ]),
  responses: {
    200: jsonResponse(
      z.object({
        version: z.string(),
        clinical: z.string().describe('A letter where a term is clinical'),
        names: z.string().describe('They make the slugs'),
        aliases: z.string().describe('Those of one term with tabs between'),
        sentences: z.string(),
      }),
      'Columns, a line a term',
    ),
    ...cachedResponses,
  },
})
const names = createRoute({
  ...get('/terms/names', 'listTermNames', [
    'The names of all terms, also of those that have left the glossary',
    'So that a browser that decrypts links to terms asks for no single one.',
  ]),
  responses: {
    200: jsonResponse(z.object({ terms: z.array(termNameSchema) }), 'By name'),
    ...cachedResponses,
  },
})
const one = createRoute({
  ...get('/terms/{slug}', 'getTerm', ['One term', 'By the last part of the address of its page.']),
  request: { params: z.object({ slug: z.string().describe('As the list of terms gives it') }) },
  responses: {
    200: jsonResponse(termPage, 'The term'),
    ...cachedResponses,
    404: errorResponse('No such term'),
  },
})
const today = createRoute({
  ...get('/term-of-the-day', 'getTermOfTheDay', [
    'The term of this UTC day, the same for everyone',
    'Another one from midnight in UTC.',
  ]),
  responses: {
    200: jsonResponse(z.object({ term }), 'The term'),
    ...cachedResponses,
    503: errorResponse('It could not be done right now, or the glossary is empty'),
  },
})

/** The glossary's read-only HTTP API. */
export function glossaryApi({ database, clock, log }: Platform, cached: Cached) {
  const api = createApi()
  const maxAge = (seconds: number) => ({ 'Cache-Control': `public, max-age=${seconds}` })

  api.openapi(list, (context) => {
    const query = context.req.valid('query')
    const search = normalizeSearch(query.search ?? '')
    // A plain key compresses best (server/http/public-cache.ts).
    const isUnfiltered = Object.keys(context.req.query()).length === 0
    const key = isUnfiltered ? '/api/terms' : `terms ${JSON.stringify(query)}`
    return cached(context, search === '' ? key : undefined, async () => {
      const result = await listTerms(database, { ...query, search, type: query.type })
      return Response.json(result, { headers: search === '' ? maxAge(120) : { 'Cache-Control': 'no-store' } })
    }) as never
  })
  api.openapi(suggest, async (context) => {
    const terms = await suggestTerms(database, context.req.valid('query').q)
    // Searches must not stay in the browser's cache.
    return context.json({ terms }, 200, { 'Cache-Control': 'no-store' })
  })
  api.openapi(options, async (context) => {
    const search = normalizeSearch(context.req.valid('query').q)
    const matches = await listTermsByName(database, search, optionLimit)
    const terms = matches.map(({ id, term_name, slug, tags }) => ({ id, term_name, slug, tags }))
    return context.json({ terms }, 200, { 'Cache-Control': 'no-store' })
  })
  api.openapi(
    index,
    (context) =>
      cached(context, '/api/terms/index', async () =>
        Response.json(await readSearchIndex(database), { headers: maxAge(300) }),
      ) as never,
  )
  api.openapi(
    names,
    (context) =>
      cached(context, '/api/terms/names', async () =>
        Response.json({ terms: await listTermNames(database) }, { headers: maxAge(300) }),
      ) as never,
  )
  api.openapi(one, (context) => {
    const { slug } = context.req.valid('param')
    return cached(context, `/api/terms/${slug}`, async () => {
      const result = await readTerm(database, slug)
      if (!result) return problemResponse('not_found', messages.termNotFound())
      return Response.json(result.term, { headers: maxAge(120) })
    }) as never
  })
  api.openapi(today, (context) => {
    const now = clock.now()
    const day = toUtcDate(now)
    return cached(context, 'term of the day', async () => {
      const chosen = await chooseTermOfTheDay(database, day)
      if (!chosen) return problemResponse('unavailable', messages.termOfTheDayFailedTitle())
      const untilMidnight = Math.ceil((Date.parse(`${day}T24:00:00Z`) - now.getTime()) / 1000)
      return Response.json({ term: chosen }, { headers: maxAge(Math.min(3600, untilMidnight)) })
    }) as never
  })
  api.onError((thrown) => {
    log.error('the glossary could not be read', { error: loggable(thrown) })
    return problemResponse('unavailable', messages.glossaryFailed())
  })
  return api
}
