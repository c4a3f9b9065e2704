import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A small project: imports by file; `type x` is a type-only import. */
export type Tree = Record<string, string[]>

/** Obeys every rule, and uses everything they allow. */
const cleanTree: Tree = {
  'src/root.tsx': ['react', './ui/style.css?url', './domains/safety/safety.contract.ts'],
  'src/routes.ts': ['build-tool'],
  'src/client/public-pages.ts': [
    '../domains/safety/quick-hide.element.ts',
    '../domains/glossary/search.element.ts',
  ],
  'src/server/boot/start.ts': [
    'pg',
    '../../root.tsx',
    '../../auth-api/mfa.api.server.ts',
    '../../domains/favorites/favorites.api.server.ts',
  ],
  'src/auth-api/mfa.api.server.ts': ['./mfa.writes.server.ts'],
  'src/auth-api/mfa.writes.server.ts': ['kysely', '../domains/identity/mfa.writes.server.ts'],
  'src/domains/identity/mfa.writes.server.ts': ['kysely'],
  'src/server/boot/development.ts': ['build-tool'],
  'src/routes/request-context.ts': ['react', 'type ../platform/platform.ts'],
  'src/routes/public/home.tsx': [
    '../request-context.ts',
    '../../domains/glossary/terms.reads.server.ts',
    './+types/home.ts',
  ],
  'src/routes/dashboard/home.tsx': [
    '../../domains/favorites/favorites.writes.server.ts',
    '../../ui/button/button.tsx',
  ],
  'src/routes/demo/home.tsx': [
    '../../domains/demo/demo.contract.ts',
    '../../domains/glossary/ui/term-card.tsx',
  ],
  'src/domains/glossary/terms.contract.ts': ['zod'],
  'src/domains/glossary/terms.rules.ts': ['./terms.contract.ts'],
  'src/domains/glossary/terms.reads.server.ts': [
    'kysely',
    'type ../../platform/database/pool.server.ts',
    './terms.rules.ts',
  ],
  'src/domains/glossary/terms.writes.server.ts': ['kysely', './terms.reads.server.ts'],
  'src/domains/glossary/terms.writes.db.test.ts': [
    'build-tool',
    'pg',
    '../../../test/support/database.ts',
    './terms.writes.server.ts',
  ],
  'src/domains/glossary/search.element.ts': ['./search/search.rules.ts', '../../platform/clock.ts'],
  'src/domains/glossary/search/search.contract.ts': ['../terms.contract.ts'],
  'src/domains/glossary/search/search.rules.ts': ['../terms.rules.ts'],
  'src/domains/glossary/ui/term-card.tsx': ['react', '../terms.contract.ts', '../../../ui/button/button.tsx'],
  'src/domains/favorites/favorites.contract.ts': [
    '../glossary/terms.contract.ts',
    '../glossary/search/search.contract.ts',
  ],
  'src/domains/favorites/favorites.api.server.ts': [
    'type build-tool',
    './favorites.writes.server.ts',
    '../../platform/clock.ts',
  ],
  'src/domains/favorites/favorites.writes.server.ts': [
    'kysely',
    '../glossary/terms.reads.server.ts',
    './favorites.contract.ts',
  ],
  'src/domains/favorites/favorites.personal-data.server.ts': ['../../platform/database/pool.server.ts'],
  'src/domains/account/deletion.writes.server.ts': [
    'kysely',
    '../favorites/favorites.personal-data.server.ts',
  ],
  'src/domains/demo/demo.contract.ts': ['../favorites/favorites.contract.ts'],
  'src/domains/safety/safety.contract.ts': [],
  'src/domains/safety/safe-mode.rules.ts': ['./safety.contract.ts'],
  'src/domains/safety/safe-mode.rules.test.ts': ['build-tool', './safe-mode.rules.ts'],
  'src/domains/safety/quick-hide.element.ts': ['./safe-mode.rules.ts'],
  'src/ui/button/button.tsx': ['react', './button.css'],
  'src/platform/platform.ts': ['type ./database/pool.server.ts', './clock.ts'],
  'src/platform/clock.ts': [],
  'src/platform/config.server.ts': ['node:path', 'zod'],
  'src/platform/database/pool.server.ts': ['pg', 'kysely'],
  'packages/embedded-postgres/start.ts': ['pg'],
  'test/support/database.ts': ['pg', '../../src/platform/database/pool.server.ts'],
  'test/e2e/reading.e2e.ts': ['build-tool', '../support/database.ts'],
  'bench/measure.ts': ['../test/support/database.ts'],
  'scripts/tool.ts': ['../test/support/database.ts', '../src/domains/glossary/terms.reads.server.ts'],
}

const manifest = {
  name: 'rule-fixture',
  type: 'module',
  dependencies: { kysely: '1', 'icons-for-react': '1', pg: '1', react: '1', zod: '1' },
  devDependencies: { 'build-tool': '1' },
}
const packages = [...Object.keys(manifest.dependencies), 'build-tool', 'stray-package']

export type FixtureTree = {
  root: string
  /** Adds imports to files of the clean project, or further files. @returns a function that undoes it */
  change(changes: Tree): Promise<() => Promise<void>>
  remove(): Promise<void>
}

/** Writes the clean project to a temporary folder, with empty packages. */
export async function writeTree(): Promise<FixtureTree> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'rule-fixture-')))
  const write = async (path: string, text: string) => {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await write('package.json', JSON.stringify(manifest))
  for (const name of packages) {
    await write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, type: 'module', exports: './index.js' }),
    )
    await write(`node_modules/${name}/index.js`, '')
  }
  for (const style of ['src/ui/style.css', 'src/ui/button/button.css']) await write(style, '')
  const writeSource = (path: string, imports: string[]) => write(path, imports.map(statement).join('\n'))
  for (const [path, imports] of Object.entries(cleanTree)) await writeSource(path, imports)
  return {
    root,
    async change(changes) {
      for (const [path, imports] of Object.entries(changes))
        await writeSource(path, [...(cleanTree[path] ?? []), ...imports])
      return async () => {
        for (const path of Object.keys(changes)) {
          const imports = cleanTree[path]
          if (imports) await writeSource(path, imports)
          else await rm(join(root, path))
        }
      }
    },
    remove: () => rm(root, { recursive: true }),
  }
}

function statement(imported: string): string {
  return imported.startsWith('type ')
    ? `import type { T } from '${imported.slice(5)}'`
    : `import '${imported}'`
}
