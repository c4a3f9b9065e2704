import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handle } from '../../root.tsx'
import { withBundledRoutes } from './area-bundles.ts'
import { loadPages, type Pages, readJson, readStyles, type Styles } from './built-pages.ts'
import { type Manifest, pageIntegrity } from './page-integrity.ts'
import { hashFiles, type InlinePart, writeScriptHashes } from './script-hashes.ts'

/** Writes the list of hashes of a new build: its files, and what pages have inside. @param folder with the source archive */
export async function writeReleaseHashes(folder: string): Promise<void> {
  const client = join(folder, 'client')
  const files = await hashFiles(client)
  const manifest: Manifest = await readJson(client, 'manifest.json')
  const pages = await loadPages(folder)
  const { routes } = withBundledRoutes(pages.assets, await readJson(client, 'routes.json'))
  const { importMaps } = pageIntegrity(manifest, routes, files)
  const { beforePaint, preHydrationScript, safePaint } = pages.entry.module
  await writeScriptHashes(folder, files, [
    { kind: 'inline-script', name: 'before-first-paint', text: beforePaint },
    { kind: 'inline-script', name: 'safe-mode-storage', text: safePaint },
    { kind: 'inline-script', name: 'pre-hydration-draft', text: preHydrationScript },
    { kind: 'inline-script', name: 'scroll-restoration', text: await scrollRestoration(folder) },
    ...Object.entries(importMaps).map(([name, text]) => ({ kind: 'import-map' as const, name, text })),
    ...inlineStyles(pages, await readStyles(client, manifest, pages)),
  ])
}

/** React Router prints the source of this function into interactive pages, and calls it with the page's key. */
async function scrollRestoration(folder: string): Promise<string> {
  const source = /let restoreScroll = (\(\(storageKey, restoreKey\) => \{[\s\S]*?\n\t\}\))\.toString\(\);/
  for (const file of globSync('server/**/*.js', { cwd: folder })) {
    const [, text] = source.exec(await readFile(join(folder, file), 'utf8')) ?? []
    if (text) return text
  }
  throw new Error(
    'React Router restores the scroll position in another way: see src/server/build/release-hashes.ts.',
  )
}

/** The styles of each page, once, named after a route that has them. */
function inlineStyles({ routes, entry }: Pages, css: Styles): InlinePart[] {
  const byText = new Map<string, string>()
  for (const id of Object.keys(routes).sort()) {
    const handles: Handle[] = []
    for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
      handles.unshift(route.module.handle as Handle)
    const text = entry.module.pageStyles(css, handles) ?? ''
    if (!byText.has(text)) byText.set(text, id)
  }
  return [...byText].map(([text, name]) => ({ kind: 'inline-style', name, text }))
}
