/** Subresource Integrity of every script that a page may load (docs/decisions/043). */
import type { ServerBuild } from 'react-router'
import type { PageArea, PageIntegrity } from '../../routes/request-context.ts'
import { type FileHashes, toIntegrity } from './script-hashes.ts'

export type Manifest = Record<
  string,
  { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }
>

/** Entries of vite.config.ts that pages import, or that React adds to an open page. Script elements have the hash of the others. */
const importedEntries: Record<PageArea, string[]> = {
  public: ['src/client/search-index.ts', 'src/domains/identity/mfa/passkey-prompt.client.ts'],
  demo: ['src/client/search-index.ts', 'src/client/safe-mode.ts'],
  private: [
    'src/client/search-index.ts',
    'src/client/safe-mode.ts',
    'src/domains/identity/mfa/passkey-form.element.ts',
    'src/domains/identity/mfa/passkey-prompt.client.ts',
  ],
}
/** What these import counts too. */
const loadedEntries: Record<PageArea, string[]> = {
  public: ['src/client/public-pages.ts'],
  demo: ['src/client/demo-pages.ts'],
  private: ['src/client/public-pages.ts'],
}
const routePrefixes: Partial<Record<PageArea, string>> = {
  demo: 'routes/demo/',
  private: 'routes/dashboard/',
}

/** Returns the hashes for script elements and preloads, and an import map for what modules import, for each area. */
export function pageIntegrity(
  manifest: Manifest,
  routes: ServerBuild['assets']['routes'],
  hashes: FileHashes,
): PageIntegrity {
  const files = new Map([...hashes].map(([path, hash]) => [`/${path}`, toIntegrity(hash)]))
  const importsOf = importGraph(manifest)
  const fileOf = (source: string) => `/${manifest[source]?.file}`
  const importMapOf = (area: PageArea) => {
    const prefix = routePrefixes[area]
    const pages = Object.values(routes).filter(
      (route) => prefix && route && (route.id === 'root' || route.id.startsWith(prefix)),
    )
    const reachable = new Set([
      ...importedEntries[area].map(fileOf),
      ...loadedEntries[area].flatMap((source) => importsOf(fileOf(source))),
      ...pages.flatMap((route) => [route?.module ?? '', ...(route?.imports ?? [])]),
    ])
    // A Set also iterates over what the loop adds.
    for (const file of reachable) for (const imported of importsOf(file)) reachable.add(imported)
    const scripts = [...reachable].filter((file) => file.endsWith('.js')).sort()
    return JSON.stringify({
      integrity: Object.fromEntries(scripts.map((file) => [file, hashOf(files, file)])),
    })
  }
  return {
    files,
    importMaps: { public: importMapOf('public'), demo: importMapOf('demo'), private: importMapOf('private') },
  }
}

function hashOf(files: Map<string, string>, file: string): string {
  const hash = files.get(file)
  if (!hash) throw new Error(`The list of hashes lacks ${file}.`)
  return hash
}

/** The files that a file imports, at once or on demand. */
function importGraph(manifest: Manifest): (file: string) => string[] {
  const graph = new Map<string, string[]>()
  for (const { file, imports = [], dynamicImports = [] } of Object.values(manifest)) {
    const imported = [...imports, ...dynamicImports].map((key) => `/${manifest[key]?.file}`)
    graph.set(`/${file}`, [...(graph.get(`/${file}`) ?? []), ...imported])
  }
  return (file) => graph.get(file) ?? []
}
