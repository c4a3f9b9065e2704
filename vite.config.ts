import { dirname, join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { areaBundles, areaGroups } from './src/server/build/area-bundles.ts'

/** What a page loads besides React, or without it (server/build/build.ts), by the names of the files that are made of it. */
const entries = {
  public: 'src/client/public-pages.ts',
  demo: 'src/client/demo-pages.ts',
  home: 'src/client/home-page.ts',
  // Safe Mode's, by a name that does not say so.
  page: 'src/client/safe-mode.ts',
  search: 'src/client/search-index.ts',
  passkey: 'src/domains/identity/mfa/passkey-form.element.ts',
  webauthn: 'src/domains/identity/mfa/passkey-prompt.client.ts',
}

/** What Vite puts around each import of something that comes later. */
const preloadHelper = /vite\/preload-helper\.js/

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
      for (const [name, file] of Object.entries(entries))
        this.emitFile({ type: 'chunk', id: `/${file}`, name, preserveSignature: 'strict' })
    },
    // A module that others use too is taken in as a copy of its own: shared, it would be a chunk and a request more.
    async resolveId(source, importer = '', options) {
      const [file = '', copyOf] = importer.split('?alone=')
      const name = copyOf ?? names.get(file)
      if (name && preloadHelper.test(source)) return `${source}?alone=${name}`
      if (!source.endsWith('.ts') || !name) return null
      const found = await this.resolve(source, file, { ...options, skipSelf: true })
      return found && { ...found, id: `${found.id}?alone=${name}` }
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
      filter: { id: preloadHelper },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/**
 * The server is built with its pages, into few files (docs/decisions/023): a module costs memory beside its text, and of most packages
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
    rolldownOptions: {
      input: 'src/server/boot/serve.ts',
      output: { comments: { legal: false, jsdoc: false } },
    },
  },
}

/** Gives each worker thread of the server a file of its own, beside the one that starts it. */
function serverWorkers(): Plugin {
  const asked = /new URL\('\.\/([\w-]+\.worker)\.ts', import\.meta\.url\)/g
  return {
    name: 'unfog-server-workers',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform(code, importer) {
      return code.replace(asked, (_, name: string) => {
        this.emitFile({ type: 'chunk', id: join(dirname(importer), `${name}.ts`), fileName: `${name}.js` })
        return `new URL('./${name}.js', import.meta.url)`
      })
    },
    // The file that starts it may be in a folder of its own.
    renderChunk: (code, { fileName }) =>
      code.replace(/new URL\(["']\.\/([\w-]+\.worker\.js)["'], import\.meta\.url\)/g, (_, name: string) => {
        const up = '../'.repeat(fileName.split('/').length - 1) || './'
        return `new URL('${up}${name}', import.meta.url)`
      }),
  }
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    ownEntries(),
    smallIcons(),
    plainImports(),
    areaBundles(),
    serverWorkers(),
  ],
  server: { forwardConsole: false },
  // All packages of the pages are found at once: one found on the way would bring a second React to the first page that is opened.
  optimizeDeps: {
    entries: ['src/entry.*.{ts,tsx}', 'src/client/*.{ts,tsx}', 'src/root.tsx', 'src/routes/**/*.tsx'],
  },
  environments: {
    ssr: command === 'build' ? wholeServer : {},
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: areaGroups() } } } } },
  },
  build: {
    manifest: true,
    // For src/server/build/licenses.ts.
    license: { fileName: '.vite/license.json' },
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}))
