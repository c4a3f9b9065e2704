import type { PageArea, PageIntegrity } from '../../routes/request-context.ts'

/** React escapes "<" in texts, and JSON inside pages has none, so only real elements match. */
const loadsScript = /<(?:script\b[^>]*? src|link rel="modulepreload"[^>]*? href)="([^"]+)"/g

/** Quick Hide's form is on every page. */
const hasForm = /<form\b(?![^>]* action="\/leave")[^>]* method="post"/

/**
 * Adds the hash of its file to each script element and module preload, and the import map, which has the hashes of what modules import. The
 * map comes before the first script: browsers without several import maps ignore one that comes after a module began to load.
 *
 * @returns the page, and its import map for the policy. A page that is only read has none: it would cost 0.5 kB (docs/decisions/043)
 */
export function addIntegrity(
  html: string,
  { files, importMaps }: PageIntegrity,
  area: PageArea,
): { html: string; importMap: string | undefined } {
  const importMap = area === 'public' && !hasForm.test(html) ? undefined : importMaps[area]
  const withHashes = html.replace(loadsScript, (tag, path: string) => {
    const hash = files.get(path)
    return hash ? `${tag} integrity="${hash}"` : tag
  })
  const element = importMap === undefined ? '' : `<script type="importmap">${importMap}</script>`
  return { html: withHashes.replace('<script', () => `${element}<script`), importMap }
}
