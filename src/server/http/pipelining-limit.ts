import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Per connection; browsers and proxies wait for each response. */
const maxQueued = 100

const queued = new WeakMap<Socket, number>()

/** Node keeps reading from a client that reads no responses: 20 MB from one address crashed the server. */
export function exceedsPipelineLimit({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // A queued response has no socket yet.
  if (response.socket) {
    queued.delete(socket)
    return false
  }
  const count = (queued.get(socket) ?? 0) + 1
  queued.set(socket, count)
  return count > maxQueued
}
