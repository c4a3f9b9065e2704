import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { exceedsPipelineLimit } from './pipelining-limit.ts'

/** Rejects what only `node:http` can see. */
export function createListener(
  fetch: Hono['fetch'],
  headers: Record<string, string>,
  logResponse: (method: string, path: string, status: number, milliseconds: number) => void,
): RequestListener {
  const handle = getRequestListener(fetch)
  return (request, response) => {
    if (exceedsPipelineLimit(request, response)) request.socket.destroy()
    else if (hasTwoHosts(request)) {
      response.writeHead(400, { ...headers, Connection: 'close' }).end()
      logResponse(request.method ?? '', '*', 400, 0)
    } else handle(request, response)
  }
}

/** RFC 9112, 3.2: a proxy may use one `Host` header and we the other. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
