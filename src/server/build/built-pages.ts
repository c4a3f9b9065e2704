import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type * as entry from '../../entry.server.tsx'
import type { Manifest } from './page-integrity.ts'

export type Pages = ServerBuild & { entry: { module: typeof entry } }

/** `appCss` is for interactive pages. */
export type Styles = { css: string; appCss: string }

/** Loads the server's part of a build. */
export async function loadPages(folder: string): Promise<Pages> {
  const { loadPages }: { loadPages: () => Promise<Pages> } = await import(
    pathToFileURL(join(folder, 'server', 'index.js')).href
  )
  return loadPages()
}

/** Reads a file that Vite or area-bundles.ts wrote beside the scripts. */
export const readJson = async (client: string, name: string) =>
  JSON.parse(await readFile(join(client, '.vite', name), 'utf8'))

/** Reads the style sheets that pages have inside. */
export async function readStyles(client: string, manifest: Manifest, { assets }: Pages): Promise<Styles> {
  const read = async ([file]: string[] = []) => {
    if (!file) throw new Error('The manifest lacks a style sheet.')
    // React Router marks a style sheet that a dynamic import needs, too.
    return (await readFile(join(client, file.replace(/#$/, '')), 'utf8')).trim()
  }
  return {
    css: await read(manifest['src/client/public-pages.ts']?.css),
    appCss: await read(assets.routes['routes/dashboard/layout']?.css),
  }
}
