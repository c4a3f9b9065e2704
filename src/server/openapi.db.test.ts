import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../test/support/source-terms.ts'
import { testApp } from '../../test/support/test-app.ts'
import { testDatabase } from '../../test/support/test-database.ts'
import { syncGlossary } from '../domains/glossary/source/writes.server.ts'

const database = testDatabase()
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]

let served: Awaited<ReturnType<typeof testApp>>
const request = (path: string, init?: RequestInit) => served.app.request(path, init)
const text = async (path: string, init?: RequestInit) => (await request(path, init)).text()

beforeAll(async () => {
  await syncGlossary(database.owner, files)
  served = await testApp(database)
})

describe('the description of the interface', () => {
  type Operation = {
    parameters?: { name: string; in: string; schema: object }[]
    responses: Record<string, unknown>
    security?: Record<string, string[]>[]
  }
  type Description = {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: object; securitySchemes: object }
  }
  const describeApi = async (): Promise<Description> => JSON.parse(await text('/api/openapi.json'))

  test('keeps the OpenAPI standard', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(await text('/api/openapi.json')))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('names every address, and each address that it names answers', async () => {
    const { openapi, paths } = await describeApi()
    expect(openapi).toBe('3.1.0')
    expect(Object.keys(paths).sort()).toEqual([
      '/api/account',
      '/api/account/export',
      '/api/contact',
      '/api/journal-drafts',
      '/api/journal-drafts/{id}',
      '/api/journal-entries',
      '/api/journal-entries/{id}',
      '/api/profile',
      '/api/saved-terms',
      '/api/saved-terms/{term_id}',
      '/api/term-of-the-day',
      '/api/terms',
      '/api/terms/index',
      '/api/terms/options',
      '/api/terms/suggest',
      '/api/terms/{slug}',
    ])
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { security, responses }] of Object.entries(operations)) {
        const init = { method: method.toUpperCase() }
        const { status } = await request(path.replace('{slug}', 'apple').replace(/\{\w+\}/, 'x'), init)
        // Whoever asks is asked for a session first (personal-doors.db.test.ts goes on from there).
        // What can be sent without one wants to be sent something.
        expect(status, `${method} ${path}`).toBe(security ? 401 : method === 'get' ? 200 : 400)
        expect(responses[status], `${method} ${path}`).toBeDefined()
      }
    }
  })

  test('says of what is personal that either a token or our cookie opens it', async () => {
    const { paths, components } = await describeApi()
    expect(Object.keys(components.securitySchemes).sort()).toEqual(['bearer', 'session'])
    const personal = Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ security }) => (security ? [security] : [])),
    )
    expect(personal).toHaveLength(17)
    for (const security of personal) expect(security).toEqual([{ bearer: [] }, { session: [] }])
  })

  test('tells each parameter with its limits, and every reference leads somewhere', async () => {
    const description = await describeApi()
    const parameters = description.paths['/api/terms']?.get?.parameters ?? []
    expect(parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'query search',
      'query type',
      'query sort',
      'query letter',
      'query offset',
      'query limit',
    ])
    const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema
    expect(schemaOf('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
    expect(schemaOf('offset')).toMatchObject({ minimum: 0, maximum: 1_000_000, default: 0 })
    expect(schemaOf('sort')).toMatchObject({ enum: ['a-z', 'z-a', 'newest', 'oldest'], default: 'a-z' })
    expect(schemaOf('search')).toMatchObject({ type: 'string', maxLength: 200 })
    expect(description.paths['/api/terms/{slug}']?.get?.parameters).toMatchObject([
      { name: 'slug', in: 'path', required: true },
    ])
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(0)
    for (const [, name = ''] of references) expect(description.components.schemas).toHaveProperty(name)
  })
})
