import { dirname, join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'

/**
 * Adds `entry.public.ts` to the browser build: what a page without React loads (docs/decisions/004). It shares nothing with
 * React's chunks, so a reader's first page carries only its own elements; its hashed name stands in `.vite/manifest.json`.
 */
function publicEntry(): Plugin {
  return {
    name: 'unfog-public-entry',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: '/src/entry.public.ts', name: 'public' })
      this.emitFile({ type: 'chunk', id: '/src/entry.demo.ts', name: 'demo' })
      // What is shown on the start page alone.
      this.emitFile({ type: 'chunk', id: '/src/entry.home.ts', name: 'home' })
      // Safe Mode's alone.
      this.emitFile({ type: 'chunk', id: '/src/entry.safe.ts', name: 'page' })
      this.emitFile({
        type: 'chunk',
        id: '/src/entry.search.ts',
        name: 'search',
        preserveSignature: 'strict',
      })
      // Asked for by the pages that ask for a passkey alone: a page of the glossary does not carry it.
      this.emitFile({
        type: 'chunk',
        id: '/src/domains/identity/factors/passkey.element.ts',
        name: 'passkey',
      })
    },
    // A module that others use too is taken in as a copy of its own: shared, it would be a chunk and a request more.
    async resolveId(source, importer, options) {
      const [, entry, copy] =
        /\/entry\.(public|demo|search|safe)\.ts$|\?alone=(\w+)$/.exec(importer ?? '') ?? []
      const name = entry ?? copy
      if (!source.endsWith('.ts') || !importer || !name) return null
      const found = await this.resolve(source, importer.replace(/\?alone=\w+$/, ''), {
        ...options,
        skipSelf: true,
      })
      return found && { ...found, id: `${found.id}?alone=${name}` }
    },
  }
}

/**
 * What every page with React has, in two files rather than twenty: small ones compress badly, and each is a request. Copies that
 * were taken in alone stay where they are, and so do the signs that no page of the demo shows: it would carry them (docs/decisions/015).
 */
const together = [
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
  {
    name: 'frame',
    test: /[\\/](?:lucide-react[\\/](?!.*[\\/](?:arrow-left|arrow-right|chevron-left|chevron-right|link-2|phone|play)\.)|src[\\/](?:root|inlined)\.tsx?$|src[\\/]routes[\\/](?:site-frame|problem|missing)\.tsx$|src[\\/]domains[\\/]glossary[\\/](?:search[\\/])?rules\.ts$|src[\\/]domains[\\/]glossary[\\/]ui[\\/](?:header-search|type-badge|term-of-the-day)\.tsx$|src[\\/]ui[\\/](?:shell|mark|quick-hide|theme-switch|dialog|inert|day|load-more)[\\/][^.]+\.tsx?$|src[\\/]ui[\\/]toast[\\/]toast-place\.ts$)/,
  },
  // The same for the rooms of the demo; the tip of its tour comes when it is shown.
  {
    name: 'demo-frame',
    test: /[\\/]src[\\/](?:routes[\\/]demo[\\/](?:frame|samples|switched-off)|domains[\\/]demo[\\/]tour[\\/](?:rules|ui[\\/](?:kept|small-screen-message|tour-button|use-tour|use-wide)))\.tsx?$/,
  },
]

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

const inAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** One letter beyond Latin-1 makes V8 keep a whole file at two bytes a letter. */
function asciiServer(): Plugin {
  return {
    name: 'unfog-ascii-server',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = inAscii(chunk.code)
      }
    },
  }
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
  plugins: [tailwindcss(), reactRouter(), publicEntry(), serverThreads(), asciiServer()],
  server: { ws: false, forwardConsole: false },
  environments: {
    ssr: command === 'build' ? wholeServer : {},
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: together } } } } },
  },
  build: { manifest: true, target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
}))
