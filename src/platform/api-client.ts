import * as messages from './messages.en.yaml'

/** An error of `/api` (RFC 9457); `status` is 0 without a response. */
export class ApiProblem extends Error {
  readonly status: number
  /** With extension members (RFC 9457). */
  readonly body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** The server's message of a 403. */
export const forbiddenMessage = (thrown: unknown): string | undefined =>
  thrown instanceof ApiProblem && thrown.status === 403 ? thrown.message : undefined

export const isSignedOut = (thrown: unknown): boolean => thrown instanceof ApiProblem && thrown.status === 401

/** The message to show for a 401, 403, 429 or 503. */
export const userMessage = (thrown: unknown): string | undefined => {
  if (isSignedOut(thrown)) return messages.signedOut()
  return thrown instanceof ApiProblem && [403, 429, 503].includes(thrown.status) ? thrown.message : undefined
}

/** Name the page's user (server/http/authentication.ts) in a header, or in forms without JavaScript. */
export const USER_ID_HEADER = 'X-User-Id'
export const USER_ID_FIELD = 'user_id'

let pageUserId: string | undefined

/** Sets the page's user once: the cookie may be another tab's. */
export const setPageUser = (user_id?: string) => (pageUserId ??= user_id)

/** For requests without `apiFetch`. */
export const pageUserHeader = (): Record<string, string> =>
  pageUserId ? { [USER_ID_HEADER]: pageUserId } : {}

/** A device's clock may be off by as much (milliseconds): a cached response is older than that. */
const clockTolerance = 10 * 60_000
let clockOffset = 0

/** The time by the server's clock, as far as the last responses tell: a device's may be years off. */
export const serverTime = (): Date => new Date(Date.now() + clockOffset)

function readServerTime({ headers }: Response) {
  const offset = Date.parse(headers.get('Date') ?? '') - Date.now()
  if (!Number.isNaN(offset)) clockOffset = Math.abs(offset) > clockTolerance ? offset : 0
}

/** Calls our API; returns undefined for 204. Throws ApiProblem. */
export async function apiFetch<Result>(
  path: string,
  {
    method = 'GET',
    body,
    ...rest
  }: { method?: string; body?: unknown; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Result> {
  const headers = {
    ...pageUserHeader(),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const payload = body === undefined ? { headers } : { headers, body: JSON.stringify(body) }
  const response = await fetch(`/api${path}`, { method, ...payload, ...rest }).catch((thrown: unknown) => {
    if (rest.signal?.aborted) throw thrown
    throw new ApiProblem(0, 'no response')
  })
  readServerTime(response)
  const result: unknown =
    response.status === 204
      ? undefined
      : await response.json().catch((thrown: unknown) => {
          if (rest.signal?.aborted) throw thrown
          // A captive portal's page, or truncated: the request may not have reached us.
          if (response.ok) throw new ApiProblem(0, 'the response is not from our server')
        })
  if (!response.ok) {
    const { detail } = (result ?? {}) as { detail?: string }
    throw new ApiProblem(response.status, detail ?? `the server answered ${response.status}`, result)
  }
  return result as Result
}
