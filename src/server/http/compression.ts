import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'

const compressed = compress({ encoding: 'gzip' })

/**
 * Compresses pages of somebody's own, for a page of ours and for who came by themselves (Fetch metadata, "Sec-Fetch-Site"). How far a
 * text shrinks tells what is in it, to who listens on the line and can have words of theirs put into it again and again (BREACH,
 * 2013); so what another site had asked for, or nobody says who, goes out as it is.
 */
export const compression: MiddlewareHandler = (context, next) =>
  ['same-origin', 'none'].includes(context.req.header('Sec-Fetch-Site') ?? '')
    ? compressed(context, next)
    : next()
