import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many things one connection may ask for before it has the first answer; browsers and proxies wait for each. */
const most = 100

const waiting = new WeakMap<Socket, number>()

/**
 * Whether somebody asks for more and more, and waits for no answer (pipelining). Node reads on, and each answer that waits for the one
 * before it takes kilobytes where the asking took thirty bytes: 20 MB from one address ended the server.
 */
export function exceedsPipelineLimit({ socket }: IncomingMessage, answer: ServerResponse): boolean {
  // One that waits has no line of its own yet.
  if (answer.socket) {
    waiting.delete(socket)
    return false
  }
  const count = (waiting.get(socket) ?? 0) + 1
  waiting.set(socket, count)
  return count > most
}
