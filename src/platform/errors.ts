/** RFC 9110, 15. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_many_requests: 429,
  unexpected: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

const titles: Record<ErrorCode, string> = {
  invalid_request: 'This request could not be understood',
  unauthorized: 'Please sign in first',
  forbidden: 'This is not allowed',
  not_found: 'There is nothing here',
  method_not_allowed: 'This address does not take that method',
  conflict: 'This was changed meanwhile',
  too_many_requests: 'That was too often',
  unexpected: 'Something went wrong on our side',
  unavailable: 'The service cannot answer right now',
}

/** An uncached response (RFC 9457); `more` are extension members. `detail` has no stack or request data. */
export function problemResponse(
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
  more: object = {},
): Response {
  const status = errorStatus[code]
  const problem = { ...more, type: 'about:blank', title: titles[code], status, code, detail }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}

/** See server/http/disk-space-guard.ts. */
export const diskFullMessage =
  'Nothing new can be saved right now, because this server has no room left. What you saved before is safe. What you typed stays in your browser: please copy it, and try again later.'
