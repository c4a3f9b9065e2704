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
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: '/src/entry.public.ts', name: 'public' })
    },
  }
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), publicEntry()],
  server: { ws: false, forwardConsole: false },
  build: { manifest: true, target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
})
