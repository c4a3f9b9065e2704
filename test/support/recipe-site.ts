import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type SiteRequest = { path: string; headers: IncomingHttpHeaders; at: number }

type Answer = number | 'never' | 'no page'

/** Local replacement of Quick Hide's destination and fallback, on another origin: tests must never contact the real ones. */
export type RecipeSite = {
  recipes: string
  fallback: string
  /** Requests for the two pages, in order. */
  requests: SiteRequest[]
  /** How many have been answered. */
  readonly answered: number
  /** Per page: a delay in milliseconds (default 0), no response, or 204, which does not navigate. */
  answers: { recipes: Answer; fallback: Answer }
  /** Resets requests and answers. */
  reset(): void
  close(): Promise<void>
}

export async function startRecipeSite(): Promise<RecipeSite> {
  const requests: SiteRequest[] = []
  let answered = 0
  const answers: RecipeSite['answers'] = { recipes: 0, fallback: 0 }
  const server = createServer((request, response) => {
    const name = request.url === '/recipes' ? 'recipes' : request.url === '/fallback' ? 'fallback' : undefined
    if (!name) return response.writeHead(404).end()
    requests.push({ path: request.url ?? '', headers: request.headers, at: performance.now() })
    const wait = answers[name]
    if (wait === 'never') return
    if (wait === 'no page') return response.writeHead(204).end()
    setTimeout(() => {
      answered++
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
      response.end(`<!doctype html><html lang="en"><title>${name}</title><h1>Soup</h1>`)
    }, wait)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    recipes: `${address}/recipes`,
    fallback: `${address}/fallback`,
    requests,
    get answered() {
      return answered
    },
    answers,
    reset() {
      answered = 0
      requests.length = 0
      Object.assign(answers, { recipes: 0, fallback: 0 })
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
