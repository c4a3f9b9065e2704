import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { personalEndpoints, sameOrigin } from '../../../test/support/personal-endpoints.ts'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()
const {
  fixture: at,
  requests: asks,
  names,
  send,
  ask,
  readAllOfAna: ofAna,
  expectProblem: isProblem,
} = personalEndpoints(database)

describe('An invalid request', () => {
  const raw = (name: string, body: string | Buffer, type = 'application/json') => {
    const [method = '', path = ''] = name.split(' ')
    return at.served.app.request(path.replace(/\{\w+\}/, asks[name]?.id?.() ?? ''), {
      method,
      body: body as string,
      headers: { Cookie: at.ana.cookie, ...sameOrigin, 'Content-Type': type },
    })
  }
  const written = names.filter((name) => asks[name]?.body)

  test.each(written)('to %s gets 400 with a reason and changes nothing', async (name) => {
    const before = await ofAna()
    const bodies: [string | Buffer, string?][] = [
      ['', 'application/json'],
      ['{', 'application/json'],
      ['"text"', 'application/json'],
      ['[]', 'application/json'],
      ['null', 'application/json'],
      ['{"content": 5, "username": 5}', 'application/json'],
      [Buffer.from([0xff, 0xfe, 0x00]), 'application/json'],
      [JSON.stringify(asks[name]?.body), 'text/plain'],
      ['content=a&username=a', 'application/x-www-form-urlencoded'],
      [`{"content": "${'x'.repeat(2_000_000)}"}`, 'application/json'],
    ]
    for (const [body, type] of bodies) {
      const response = await raw(name, body, type)
      isProblem(
        { status: response.status, headers: response.headers, body: await response.json() },
        400,
        'invalid_request',
      )
    }
    expect(await ofAna()).toEqual(before)
  })

  test('gets the error messages of the specification', async () => {
    const detailOf = async (name: string, body: object) => (await ask(name, at.ana, body)).body.detail
    const post = 'POST /api/journal-entries'
    expect(await detailOf(post, { content: ' \n ' })).toBe('Content is required.')
    expect(await detailOf(post, {})).toBe('Content is required.')
    expect(await detailOf(post, { content: 'x'.repeat(100_001) })).toBe(
      'A Connection holds at most 100,000 characters. Please make it shorter, or make two of it.',
    )
    expect((await ask(post, at.ana, { content: '💔'.repeat(100_000) })).status).toBe(201)
    expect(await detailOf(post, { content: 'a', linked_term_id: uuidv7() })).toContain('not in the glossary')
    const signedOut = async (name: string) => (await send(name, sameOrigin)).body.detail
    expect(await signedOut('PUT /api/saved-terms/{term_id}')).toBe('You must be logged in to save terms')
    expect(await signedOut('DELETE /api/saved-terms/{term_id}')).toBe('You must be logged in to remove terms')
    for (const method of ['PUT', 'DELETE']) {
      const headers = { Cookie: at.ana.cookie, ...sameOrigin }
      const response = await at.served.app.request('/api/saved-terms', { method, headers })
      expect(await response.json()).toMatchObject({ status: 400, detail: 'Term ID is required' })
    }
    const unknown = await ask('PUT /api/saved-terms/{term_id}', at.ana, undefined, uuidv7())
    expect(unknown).toMatchObject({
      status: 404,
      body: { detail: 'Failed to save term: there is no such term in the glossary.' },
    })
  })

  test.each(['x', 'new', '%00', '..%2f', "'--", 'a'.repeat(5000)])(
    'with an invalid id (%#) gets 204, 400 or 404',
    async (id) => {
      for (const name of names.filter((each) => each.includes('{'))) {
        const [method = '', path = ''] = name.split(' ')
        const body = asks[name]?.body
        const response = await at.served.app.request(path.replace(/\{\w+\}/, id), {
          method,
          headers: { Cookie: at.ana.cookie, ...sameOrigin, 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        expect([204, 400, 404], name).toContain(response.status)
      }
    },
  )

  test.each([
    ['PUT', '/api/journal-entries', 'GET, HEAD, POST'],
    ['DELETE', '/api/journal-entries', 'GET, HEAD, POST'],
    ['POST', '/api/journal-entries/x', 'GET, HEAD, PATCH, DELETE'],
    ['POST', '/api/journal-drafts', 'GET, HEAD'],
    ['PATCH', '/api/journal-drafts/x', 'GET, HEAD, PUT, DELETE'],
    ['POST', '/api/saved-terms', 'GET, HEAD'],
    ['POST', '/api/saved-terms/x', 'GET, HEAD, PUT, DELETE'],
    ['DELETE', '/api/profile', 'GET, HEAD, PATCH'],
  ])(
    'with an unsupported method, %s %s, gets 405 with the allowed methods',
    async (method, path, allowed) => {
      const response = await at.served.app.request(path, {
        method,
        headers: { Cookie: at.ana.cookie, ...sameOrigin },
      })
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe(allowed)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    },
  )
})
