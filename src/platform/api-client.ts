/** An answer of `/api` that is no success, with its words (RFC 9457). `status` is 0 when nobody answered. */
export class ApiProblem extends Error {
  readonly status: number
  /** What came with the problem, such as the version that stands instead. */
  readonly body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** @returns the server's own sentence where it refused what was asked (403), which says more than that it failed */
export const forbiddenMessage = (thrown: unknown): string | undefined =>
  thrown instanceof ApiProblem && thrown.status === 403 ? thrown.message : undefined

/** @returns whether the session has ended meanwhile */
export const isSignedOut = (thrown: unknown): boolean => thrown instanceof ApiProblem && thrown.status === 401

/** @returns the server's own sentence also where it could not do it, or was asked too often; undefined where nobody answered */
export const userMessage = (thrown: unknown): string | undefined => {
  if (isSignedOut(thrown)) return 'You’re signed out. Sign in in a new tab, then try again here.'
  return thrown instanceof ApiProblem && [403, 429, 503].includes(thrown.status) ? thrown.message : undefined
}

/** Whose page this is, in every request of it (server/http/authentication.ts); in a form that is sent without a script it is a field. */
export const USER_ID_HEADER = 'X-User-Id'
export const USER_ID_FIELD = 'user_id'

let person: string | undefined

/**
 * Says whose page this is, once and for all: the browser sends the cookie of whoever signed in last, in whatever tab.
 *
 * @returns who it is, as far as it was said
 */
export const apiFetchFor = (user_id?: string) => (person ??= user_id)

/** @returns the header that says so, for what is asked of the server in another way than by `apiFetch` */
export const setPageUser = (): Record<string, string> => (person ? { [USER_ID_HEADER]: person } : {})

/**
 * Asks our own interface from a page, with the session's cookie.
 *
 * @param path below `/api`
 * @returns the answer's JSON; undefined where it has none
 * @throws ApiProblem
 */
export async function apiFetch<Answer>(
  path: string,
  {
    method = 'GET',
    body,
    ...rest
  }: { method?: string; body?: unknown; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Answer> {
  const headers = {
    ...setPageUser(),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const sent = body === undefined ? { headers } : { headers, body: JSON.stringify(body) }
  const answer = await fetch(`/api${path}`, { method, ...sent, ...rest }).catch((thrown: unknown) => {
    if (rest.signal?.aborted) throw thrown
    throw new ApiProblem(0, 'nobody answered')
  })
  const said: unknown =
    answer.status === 204
      ? undefined
      : await answer.json().catch((thrown: unknown) => {
          if (rest.signal?.aborted) throw thrown
          // Cut in the middle, or the page of a portal that stands between: nothing was done that could be counted on.
          if (answer.ok) throw new ApiProblem(0, 'nobody of ours answered')
        })
  if (!answer.ok) {
    const { detail } = (said ?? {}) as { detail?: string }
    throw new ApiProblem(answer.status, detail ?? `the server answered ${answer.status}`, said)
  }
  return said as Answer
}
