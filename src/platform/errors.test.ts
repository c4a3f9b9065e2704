import { expect, test } from 'vitest'
import { errorStatus, problemResponse } from './errors.ts'

const codes = Object.keys(errorStatus) as (keyof typeof errorStatus)[]

test.each(codes)(
  'the response to %s has the same status in its body and its head, and a title',
  async (code) => {
    const response = problemResponse(code, 'What happened.', { Allow: 'GET' })
    expect(response.status).toBe(errorStatus[code])
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Allow')).toBe('GET')
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status: errorStatus[code],
      code,
      detail: 'What happened.',
    })
  },
)

test('no two error codes share a status or a title', async () => {
  const bodies = await Promise.all(codes.map((code) => problemResponse(code, '').json()))
  expect(new Set(bodies.map((body) => body.status)).size).toBe(codes.length)
  expect(new Set(bodies.map((body) => body.title)).size).toBe(codes.length)
})

test('an error response may have more fields, which do not replace the standard ones', async () => {
  const more = { current: { revision: 2 }, status: 200, code: 'fine' }
  expect(await problemResponse('conflict', 'What happened.', {}, more).json()).toEqual({
    type: 'about:blank',
    title: 'This was changed meanwhile',
    status: 409,
    code: 'conflict',
    detail: 'What happened.',
    current: { revision: 2 },
  })
})
