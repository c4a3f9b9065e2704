import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { beforePaint } from './before-paint.ts'

export {
  engineContext,
  platformContext,
  shellContext,
  siteContext,
  visitorContext,
} from './routes/context.ts'
export { beforePaint }

/** Writes a page. The whole of it, not a stream: public pages are kept and sent compressed (server/public-cache.ts). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
) {
  const page = await renderToReadableStream(<ServerRouter context={entry} url={request.url} />, {
    onError(error) {
      // A thrown answer (404) is not a failure of the page; anything else is said once, by the server's error handler.
      if (error instanceof Error) throw error
    },
  })
  await page.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status, headers })
}
