import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { parse } from 'yaml'
import { catalogModule, importOneByOne, isCatalog, writeCatalogTypes } from './message-catalogs.ts'

/** @param id a path, with the query `message=` for one message of a catalog, or `key=` for one part of another file */
function toModule(id: string): string {
  const [file = '', query = ''] = id.split('?')
  if (isCatalog(file)) return catalogModule(file, new URLSearchParams(query).get('message') ?? undefined)
  const content = parse(readFileSync(file, 'utf8'))
  const key = new URLSearchParams(query).get('key')
  return `export default ${JSON.stringify(key ? content[key] : content)}`
}

/** A Vite plugin: importing a YAML file gives its parsed content, a catalog its messages. */
export const yamlImports = (): Plugin => ({
  name: 'unfog-yaml-imports',
  enforce: 'pre',
  config: writeCatalogTypes,
  load: {
    filter: { id: /\.yaml(?:\?|$)/ },
    handler: (id) => ({ code: toModule(id), moduleSideEffects: false }),
  },
  transform: {
    filter: { id: /\.tsx?(?:\?|$)/, code: /messages\.en\.yaml/ },
    handler(source, id) {
      const { code, catalogs } = importOneByOne(source, id)
      for (const catalog of catalogs) this.addWatchFile(catalog)
      return code
    },
  },
})

// The same for Node, where the server runs unbundled: in development and in the benchmark.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.yaml')
      ? { format: 'module', source: toModule(fileURLToPath(url)), shortCircuit: true }
      : next(url, context),
})
