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
export const refusalIn = (thrown: unknown): string | undefined =>
  thrown instanceof ApiProblem && thrown.status === 403 ? thrown.message : undefined

/** @returns the server's own sentence also where it could not do it, or was asked too often; undefined where nobody answered */
export const sentenceIn = (thrown: unknown): string | undefined =>
  thrown instanceof ApiProblem && [403, 429, 503].includes(thrown.status) ? thrown.message : undefined

/**
 * Asks our own interface from a page, with the session's cookie.
 *
 * @param path below `/api`
 * @returns the answer's JSON; undefined where it has none
 * @throws ApiProblem
 */
export async function askApi<Answer>(
  path: string,
  {
    method = 'GET',
    body,
    ...rest
  }: { method?: string; body?: unknown; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Answer> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const answer = await fetch(`/api${path}`, { method, ...sent, ...rest }).catch((thrown: unknown) => {
    if (rest.signal?.aborted) throw thrown
    throw new ApiProblem(0, 'nobody answered')
  })
  const said: unknown = answer.status === 204 ? undefined : await answer.json().catch(() => undefined)
  if (!answer.ok) {
    const { detail } = (said ?? {}) as { detail?: string }
    throw new ApiProblem(answer.status, detail ?? `the server answered ${answer.status}`, said)
  }
  return said as Answer
}
