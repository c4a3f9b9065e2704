import { dirname, join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite'

/** What a page loads besides React, or without it (server/built.ts), by the names of the files that are made of it. */
const entries = {
  public: 'src/entry.public.ts',
  demo: 'src/entry.demo.ts',
  home: 'src/entry.home.ts',
  // Safe Mode's, by a name that does not say so.
  page: 'src/entry.safe.ts',
  search: 'src/entry.search.ts',
  passkey: 'src/domains/identity/factors/passkey.element.ts',
}

/** The areas whose pages run React, by the entries that bring all of their pages but what is fetched when it is wanted. */
const areas = { 'private-area': 'src/entry.private-area.ts', 'demo-area': 'src/entry.demo-area.ts' }

/**
 * Adds our own entries to the browser build. They share nothing with React's chunks nor with each other, so that a page carries only
 * its own elements (docs/decisions/004); their hashed names stand in `.vite/manifest.json`.
 */
function ownEntries(): Plugin {
  const names = new Map(
    Object.entries(entries).map(([name, file]) => [join(import.meta.dirname, file), name]),
  )
  return {
    name: 'unfog-own-entries',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      for (const [name, file] of Object.entries(areas)) this.emitFile({ type: 'chunk', id: `/${file}`, name })
      for (const [name, file] of Object.entries(entries))
        this.emitFile({ type: 'chunk', id: `/${file}`, name, preserveSignature: 'strict' })
    },
    // A module that others use too is taken in as a copy of its own: shared, it would be a chunk and a request more.
    async resolveId(source, importer = '', options) {
      const [file = '', copyOf] = importer.split('?alone=')
      const name = copyOf ?? names.get(file)
      if (!source.endsWith('.ts') || !name) return null
      const found = await this.resolve(source, file, { ...options, skipSelf: true })
      return found && { ...found, id: `${found.id}?alone=${name}` }
    },
  }
}

/** Signs that no page of the demo shows: lucide's file of all of them does not tell who takes which. */
const noneOfTheDemo =
  /[\\/]lucide-react[\\/].*[\\/](?:arrow-left|arrow-right|chevron-left|chevron-right|link-2|phone|play)\./

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>
type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }

/**
 * Puts what an interactive page runs in two files: small ones compress badly, and each is a request that waits for its turn
 * (docs/decisions/023). `react` is the library with what both areas have; the rest of an area stands in its own, so that the demo
 * carries nothing of the private one (docs/decisions/015).
 */
function together(): Groups {
  let reached: Map<string, string[]> | undefined
  const areasOf = (id: string, modules: Modules) => {
    reached ??= reachedFromAreas((of) => modules.getModuleInfo(of)?.importedIds ?? [])
    return reached.get(id) ?? []
  }
  const isShared = (id: string, modules: Modules) => {
    if (/[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/.test(id)) return true
    return areasOf(id, modules).length > 1 && !noneOfTheDemo.test(id)
  }
  return [
    // One style sheet for both: each would be a request.
    { name: (id, modules) => (id.endsWith('.css') && areasOf(id, modules)[0] ? 'rooms' : null), priority: 2 },
    { name: (id, modules) => (isShared(id, modules) ? 'react' : null), priority: 1 },
    { name: (id, modules) => areasOf(id, modules)[0] ?? null },
  ]
}

/** @returns by module, the areas that cannot be without it */
function reachedFromAreas(importedBy: (id: string) => string[]): Map<string, string[]> {
  const reached = new Map<string, string[]>()
  for (const [area, entry] of Object.entries(areas)) {
    const found = new Set([join(import.meta.dirname, entry)])
    for (const id of found) for (const imported of importedBy(id)) found.add(imported)
    for (const id of found) reached.set(id, [...(reached.get(id) ?? []), area])
  }
  return reached
}

/**
 * Says which file each route stands in (`.vite/routes.json`): React Router's own list names a file a route, which would be a request
 * more for each, to say where the real one is (server/built.ts).
 */
function routesTogether(): Plugin {
  const ofRoute = /[\\/]src[\\/](.+)\.tsx\?__react-router-build-client-route$/
  return {
    name: 'unfog-routes-together',
    // After Vite has taken out what held style sheets alone.
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const routes: Record<string, { module: string; imports: string[] }> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.facadeModuleId) continue
        for (const id of chunk.moduleIds) {
          const route = ofRoute.exec(id)?.[1]
          if (route)
            routes[route] = { module: `/${chunk.fileName}`, imports: chunk.imports.map((file) => `/${file}`) }
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/routes.json', source: JSON.stringify(routes) })
    },
  }
}

/** Draws lucide's signs by a function of our own (ui/icon), a third of theirs. */
function smallIcons(): Plugin {
  return {
    name: 'unfog-small-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: () => join(import.meta.dirname, 'src/ui/icon/icon.ts'),
    },
  }
}

/** What a page fetches when it is wanted has no files beside it, which Vite's own function would look for. */
function plainImports(): Plugin {
  return {
    name: 'unfog-plain-imports',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/**
 * The server is built with its pages, into one file (docs/decisions/023): a module costs memory beside its text, and of most packages
 * it needs a part. What stands in lines and by its name stays so, for the traces of errors; `//#region` says whose each part is.
 */
const wholeServer: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    noExternal: true,
    // Loaded when somebody needs it, if ever; the first is a program of its own.
    external: [
      '@node-rs/argon2',
      '@node-saml/node-saml',
      '@noble/curves',
      '@noble/hashes',
      '@scure/base',
      '@simplewebauthn/server',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      '@zxcvbn-ts/language-en',
      'tinypool',
    ],
  },
  build: {
    minify: false,
    rolldownOptions: { input: 'src/server/bundle.ts', output: { comments: { legal: false, jsdoc: false } } },
  },
}

/** A thread of the server is a program of its own: it has a file of its own, beside the one that starts it. */
function serverThreads(): Plugin {
  const asked = /new URL\('\.\/([\w-]+\.thread)\.ts', import\.meta\.url\)/g
  return {
    name: 'unfog-server-threads',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform(code, importer) {
      return code.replace(asked, (_, name: string) => {
        this.emitFile({ type: 'chunk', id: join(dirname(importer), `${name}.ts`), fileName: `${name}.js` })
        return `new URL('./${name}.js', import.meta.url)`
      })
    },
  }
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    ownEntries(),
    smallIcons(),
    plainImports(),
    routesTogether(),
    serverThreads(),
  ],
  server: { forwardConsole: false },
  // All packages of the pages are found at once: one found on the way would bring a second React to the first page that is opened.
  optimizeDeps: { entries: ['src/entry.*.{ts,tsx}', 'src/root.tsx', 'src/routes/**/*.tsx'] },
  environments: {
    ssr: command === 'build' ? wholeServer : {},
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: together() } } } } },
  },
  build: {
    manifest: true,
    // For src/server/licenses.ts.
    license: { fileName: '.vite/license.json' },
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}))
