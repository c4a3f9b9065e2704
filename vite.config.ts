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
      // Asked for by the pages that ask for a passkey alone: a page of the glossary does not carry it.
      this.emitFile({
        type: 'chunk',
        id: '/src/domains/identity/factors/passkey.element.ts',
        name: 'passkey',
      })
    },
    // A module that React's pages use too is taken in as a copy of its own: shared, it would be a chunk and a request more.
    async resolveId(source, importer, options) {
      if (!source.endsWith('.ts') || !importer || !/\/entry\.public\.ts$|\?alone$/.test(importer)) return null
      const found = await this.resolve(source, importer.replace('?alone', ''), { ...options, skipSelf: true })
      return found && { ...found, id: `${found.id}?alone` }
    },
  }
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), publicEntry()],
  server: { ws: false, forwardConsole: false },
  build: { manifest: true, target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
})
