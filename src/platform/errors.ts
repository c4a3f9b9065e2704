/** The closed set of expected failures and the status each maps to, once (RFC 9110 section 15). */
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

/** The body of an error answer (RFC 9457, problem details). */
type Problem = { type: 'about:blank'; title: string; status: number; code: ErrorCode; detail: string }

/**
 * @param code one of the closed set
 * @param detail one plain sentence for the person or program that asked; never a stack trace, never what they sent
 */
function problem(code: ErrorCode, detail: string): Problem {
  return { type: 'about:blank', title: titles[code], status: errorStatus[code], code, detail }
}

/**
 * The same as an HTTP answer, `application/problem+json`, never cached.
 *
 * @param more members of its own kind (RFC 9457, 3.2), such as what stands instead of what was sent
 */
export function problemResponse(
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
  more: object = {},
): Response {
  return new Response(JSON.stringify({ ...more, ...problem(code, detail) }), {
    status: errorStatus[code],
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}

/** Said to who would have something kept while the disk is full (server/http/disk-space-guard.ts). */
export const noRoom =
  'Nothing new can be saved right now, because this server has no room left. What you saved before is safe. What you typed stays in your browser: please copy it, and try again later.'
