import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

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
 * were taken in alone stay where they are.
 */
const together = [
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
  {
    name: 'frame',
    test: /[\\/](?:lucide-react[\\/]|src[\\/](?:root|inlined)\.tsx?$|src[\\/]routes[\\/](?:site-frame|problem|missing)\.tsx$|src[\\/]domains[\\/]glossary[\\/](?:search[\\/])?rules\.ts$|src[\\/]domains[\\/]glossary[\\/]ui[\\/](?:header-search|type-badge|term-of-the-day)\.tsx$|src[\\/]ui[\\/](?:shell|mark|quick-hide|theme-switch|dialog|inert|day)[\\/][^.]+\.tsx?$|src[\\/]ui[\\/]toast[\\/]toast-place\.ts$)/,
  },
  // The same for the rooms of the demo; the tip of its tour comes when it is shown.
  {
    name: 'demo-frame',
    test: /[\\/]src[\\/](?:routes[\\/]demo[\\/](?:frame|samples|switched-off)|domains[\\/]demo[\\/]tour[\\/](?:rules|ui[\\/](?:kept|small-screen-message|tour-button|use-tour|use-wide)))\.tsx?$/,
  },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), publicEntry()],
  server: { ws: false, forwardConsole: false },
  environments: {
    // Of these the pages need a tenth, and bundled no server carries them whole: 1,700 icons in memory, 50 MB on the disk.
    ssr: { resolve: { noExternal: ['lucide-react', '@tanstack/react-query', '@tanstack/query-core'] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: together } } } } },
  },
  build: { manifest: true, target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
})
