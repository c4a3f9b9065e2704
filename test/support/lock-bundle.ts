import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Page } from 'playwright'
import { build } from 'vite'
import { yamlImports } from '../../src/server/build/yaml-imports.ts'
import { hashedFiles } from '../../src/server/http/static-files.ts'
import type * as modules from './lock-page.ts'

/** The functions of src/domains/connections/lock in a page. */
type LockModules = typeof modules

declare global {
  interface Window {
    /** The bundle, after `loadInto`. */
    lock: LockModules
  }
}

/**
 * Builds src/domains/connections/lock as the product does, and serves it with the product's headers.
 *
 * @param more scripts to serve beside it, by file name
 */
export async function lockBundle(more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-lock-'))
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [yamlImports()],
    build: {
      outDir: folder,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(import.meta.dirname, 'lock-page.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/lock-page.js' },
      },
    },
  })
  const [worker = ''] = (await readdir(join(folder, 'assets'))).filter((name) =>
    name.startsWith('phrase.worker-'),
  )
  const { size: workerBytes } = await stat(join(folder, 'assets', worker))
  for (const [name, code] of Object.entries(more)) await writeFile(join(folder, 'assets', name), code)
  const app = new Hono().use('/assets/*', hashedFiles(folder))
  const files = await readdir(join(folder, 'assets'))
  const serve = (page: Page) =>
    page.context().route(/\/assets\/[^/]+$/, async (route) => {
      const path = new URL(route.request().url()).pathname
      if (!files.includes(path.slice('/assets/'.length))) return route.fallback()
      const response = await app.request(path)
      return route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      })
    })
  return {
    workerBytes,
    serve,
    /** To be called again after a navigation. */
    async loadInto(page: Page) {
      // A string: Vitest rewrites an import() in a function.
      await page.evaluate('import("/assets/lock-page.js").then((lock) => { window.lock = lock })')
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
