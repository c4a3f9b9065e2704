import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { parse } from 'yaml'
import { catalogModule, isCatalog, writeCatalogTypes } from './message-catalogs.ts'

const toModule = (file: string) =>
  isCatalog(file)
    ? catalogModule(file)
    : `export default ${JSON.stringify(parse(readFileSync(file, 'utf8')))}`

/** A Vite plugin: importing a YAML file gives its parsed content, a catalog its messages. */
export const yamlImports = (): Plugin => ({
  name: 'unfog-yaml-imports',
  config: writeCatalogTypes,
  load: { filter: { id: /\.yaml(?:\?|$)/ }, handler: (id) => toModule(id.split('?')[0] ?? '') },
})

// The same for Node, where the server runs unbundled: in development and in the benchmark.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.yaml')
      ? { format: 'module', source: toModule(fileURLToPath(url)), shortCircuit: true }
      : next(url, context),
})
