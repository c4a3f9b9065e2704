import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import type { Plugin } from 'vite'
import { parse } from 'yaml'

const toModule = (yaml: string) => `export default ${JSON.stringify(parse(yaml))}`

/** A Vite plugin: importing a YAML file gives its parsed content. */
export const yamlImports = (): Plugin => ({
  name: 'unfog-yaml-imports',
  transform: { filter: { id: /\.yaml$/ }, handler: toModule },
})

// The same for Node, where the server runs unbundled: in development and in the benchmark.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.yaml')
      ? { format: 'module', source: toModule(readFileSync(new URL(url), 'utf8')), shortCircuit: true }
      : next(url, context),
})
