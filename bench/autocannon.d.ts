/** What we use of autocannon 9, which brings no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  type Options = {
    url: string
    connections: number
    /** seconds */
    duration: number
    /** milliseconds between its own samples; a run ends with the first sample after `duration` */
    sampleInt: number
    headers: Record<string, string>
    /** each connection asks for these in turn, again and again */
    requests: { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }[]
  }
  type Result = { errors: number; timeouts: number; non2xx: number }
  /** Emits `response` (client, status, bytes, milliseconds) for each answer. */
  export default function autocannon(options: Options): EventEmitter & Promise<Result>
}
