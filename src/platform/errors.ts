import * as messages from './messages.en.yaml'

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

const titles: Record<ErrorCode, () => string> = {
  invalid_request: messages.invalidRequest,
  unauthorized: messages.unauthorized,
  forbidden: messages.forbidden,
  not_found: messages.notFound,
  method_not_allowed: messages.methodNotAllowed,
  conflict: messages.conflict,
  too_many_requests: messages.tooManyRequests,
  unexpected: messages.unexpected,
  unavailable: messages.unavailable,
}

/** An uncached response (RFC 9457); `more` are extension members. `detail` has no stack or request data. */
export function problemResponse(
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
  more: object = {},
): Response {
  const status = errorStatus[code]
  const problem = { ...more, type: 'about:blank', title: titles[code](), status, code, detail }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}
