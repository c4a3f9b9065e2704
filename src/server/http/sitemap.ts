import { href } from 'react-router'
import { textNames } from '../../domains/editorial/texts.contract.ts'
import { listAllTerms } from '../../domains/glossary/terms.reads.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'

/**
 * Serves the sitemap (sitemaps.org protocol 0.9).
 * @param needs the codes of the pages of help lines
 */
export async function sitemap(database: Database, publicUrl: string, needs: string[]): Promise<Response> {
  const terms = await listAllTerms(database)
  const editorial = (['contact', 'resources', ...textNames] as const).map((name) => href(`/${name}`))
  const addresses = [
    '/',
    ...editorial,
    ...needs.map((need) => href('/resources/:need', { need })),
    href('/glossary'),
    ...terms.map((term) => href('/glossary/:slug', { slug: term.slug })),
  ]
  const entries = addresses.map((address) => `  <url><loc>${publicUrl}${address}</loc></url>`).join('\n')
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`,
    {
      headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    },
  )
}
