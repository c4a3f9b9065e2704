/** An error response of `/api` (RFC 9457). `status` is 0 if there was no response. */
export class ApiProblem extends Error {
  readonly status: number
  /** The whole problem, with extension members such as the current version of an entry. */
  readonly body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** @returns the server's message of a 403 */
export const forbiddenMessage = (thrown: unknown): string | undefined =>
  thrown instanceof ApiProblem && thrown.status === 403 ? thrown.message : undefined

export const isSignedOut = (thrown: unknown): boolean => thrown instanceof ApiProblem && thrown.status === 401

/** @returns the message to show for a 401, 403, 429 or 503; undefined for other errors */
export const userMessage = (thrown: unknown): string | undefined => {
  if (isSignedOut(thrown)) return 'You’re signed out. Sign in in a new tab, then try again here.'
  return thrown instanceof ApiProblem && [403, 429, 503].includes(thrown.status) ? thrown.message : undefined
}

/** Name the page's user in every request (server/http/authentication.ts): a header, or a field in forms sent without JavaScript. */
export const USER_ID_HEADER = 'X-User-Id'
export const USER_ID_FIELD = 'user_id'

let pageUserId: string | undefined

/**
 * Sets the page's user, once: the browser sends the cookie of the last sign-in, which may have been in another tab.
 *
 * @returns the current value
 */
export const setPageUser = (user_id?: string) => (pageUserId ??= user_id)

/** @returns the header with the page's user, for requests made without `apiFetch` */
export const pageUserHeader = (): Record<string, string> =>
  pageUserId ? { [USER_ID_HEADER]: pageUserId } : {}

/**
 * Calls our API with the session cookie.
 *
 * @param path below `/api`
 * @returns the JSON body; undefined for 204
 * @throws ApiProblem
 */
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
  const result: unknown =
    response.status === 204
      ? undefined
      : await response.json().catch((thrown: unknown) => {
          if (rest.signal?.aborted) throw thrown
          // Truncated, or the page of a captive portal: the request may not have reached us.
          if (response.ok) throw new ApiProblem(0, 'the response is not from our server')
        })
  if (!response.ok) {
    const { detail } = (result ?? {}) as { detail?: string }
    throw new ApiProblem(response.status, detail ?? `the server answered ${response.status}`, result)
  }
  return result as Result
}
