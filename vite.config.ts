import { dirname, join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { areaBundles, areaGroups } from './src/server/build/area-bundles.ts'
import { yamlImports } from './src/server/build/yaml-imports.ts'

/** Scripts of pages beside React, by output file. */
const entries = {
  public: 'src/client/public-pages.ts',
  demo: 'src/client/demo-pages.ts',
  home: 'src/client/home-page.ts',
  // Inconspicuous, for Safe Mode.
  page: 'src/client/safe-mode.ts',
  search: 'src/client/search-index.ts',
  passkey: 'src/domains/identity/mfa/passkey-form.element.ts',
  webauthn: 'src/domains/identity/mfa/passkey-prompt.client.ts',
}

/** Vite's wrapper of dynamic imports. */
const preloadHelper = /vite\/preload-helper\.js/

/** Adds our entries without shared chunks: a page loads only its own elements (docs/decisions/004). */
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
    // Copies each entry's modules: a shared one would be another request.
    async resolveId(source, importer = '', options) {
      const [, file = '', copyOf] = /^([^?]*)(?:\?(?:.*&)?alone=(\w+))?/.exec(importer) ?? []
      const name = copyOf ?? names.get(file)
      if (name && preloadHelper.test(source)) return `${source}?alone=${name}`
      if (!/\.(?:ts|yaml)(?:\?|$)|^icu-minify/.test(source) || !name) return null
      const resolved = await this.resolve(source, file, { ...options, skipSelf: true })
      return (
        resolved && { ...resolved, id: `${resolved.id}${resolved.id.includes('?') ? '&' : '?'}alone=${name}` }
      )
    },
  }
}

/** Replaces lucide's icon factory with ours, a third of the size, which needs no random keys. */
function smallIcons(): Plugin {
  return {
    name: 'unfog-small-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: () => join(import.meta.dirname, 'src/ui/icon/icon.ts'),
    },
    transform: {
      filter: { id: /lucide-react\/.*\/icons\// },
      handler: (code) => code.replaceAll(/,\s*key: "\w+"/g, ''),
    },
  }
}

/** Removes Vite's preloading of a dynamic import's dependencies: ours have none. */
function plainImports(): Plugin {
  return {
    name: 'unfog-plain-imports',
    enforce: 'pre',
    apply: 'build',
    load: { filter: { id: preloadHelper }, handler: () => 'export const __vitePreload = (load) => load()' },
  }
}

/** Separate modules cost memory (docs/decisions/023). Stack traces stay readable. */
const serverBundle: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    noExternal: true,
    // Native code, then packages loaded on demand.
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

function serverWorkers(): Plugin {
  const workerUrl = /new URL\('\.\/([\w-]+\.worker)\.ts', import\.meta\.url\)/g
  return {
    name: 'unfog-server-workers',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform(code, importer) {
      // A browser's worker is Vite's.
      if (importer.endsWith('.client.ts')) return null
      return code.replace(workerUrl, (_, name: string) => {
        this.emitFile({ type: 'chunk', id: join(dirname(importer), `${name}.ts`), fileName: `${name}.js` })
        return `new URL('./${name}.js', import.meta.url)`
      })
    },
    // The importing chunk may be in a subfolder.
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
    yamlImports(),
    plainImports(),
    areaBundles(),
    serverWorkers(),
  ],
  server: { forwardConsole: false },
  // A package found later would load a second React into the first page.
  optimizeDeps: {
    // Of workers, which Vite's scan does not find.
    include: ['hash-wasm', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en'],
    entries: ['src/entry.*.{ts,tsx}', 'src/client/*.{ts,tsx}', 'src/root.tsx', 'src/routes/**/*.tsx'],
  },
  environments: {
    ssr: command === 'build' ? serverBundle : {},
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: areaGroups() }, minify: { compress: { target: 'es2020' } } },
        },
      },
    },
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
