import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A small house: each file with what it imports; `type x` is an import of types alone. */
export type Tree = Record<string, string[]>

/** Obeys every rule, and uses every freedom that the rules leave. */
const cleanTree: Tree = {
  'src/root.tsx': ['react', './ui/style.css?url', './domains/safety/contract.ts'],
  'src/routes.ts': ['build-tool'],
  'src/entry.public.ts': ['./domains/safety/quick-hide.element.ts', './domains/glossary/search.element.ts'],
  'src/server/main.ts': ['pg', '../root.tsx', '../routes/context.ts', '../domains/favorites/api.server.ts'],
  'src/server/development.ts': ['build-tool'],
  'src/routes/context.ts': ['react', 'type ../platform/platform.ts'],
  'src/routes/public/home.tsx': [
    '../context.ts',
    '../../domains/glossary/reads.server.ts',
    './+types/home.ts',
  ],
  'src/routes/dashboard/home.tsx': ['../../domains/favorites/writes.server.ts', '../../ui/button/button.tsx'],
  'src/routes/demo/home.tsx': ['../../domains/demo/contract.ts', '../../domains/glossary/ui/term-card.tsx'],
  'src/domains/glossary/contract.ts': ['zod'],
  'src/domains/glossary/rules.ts': ['./contract.ts'],
  'src/domains/glossary/reads.server.ts': [
    'kysely',
    'type ../../platform/database/pool.server.ts',
    './rules.ts',
  ],
  'src/domains/glossary/writes.server.ts': ['kysely', './reads.server.ts'],
  'src/domains/glossary/writes.db.test.ts': [
    'build-tool',
    'pg',
    '../../../test/support/database.ts',
    './writes.server.ts',
  ],
  'src/domains/glossary/search.element.ts': ['./search/rules.ts', '../../platform/clock.ts'],
  'src/domains/glossary/search/contract.ts': ['../contract.ts'],
  'src/domains/glossary/search/rules.ts': ['../rules.ts'],
  'src/domains/glossary/ui/term-card.tsx': ['react', '../contract.ts', '../../../ui/button/button.tsx'],
  'src/domains/favorites/contract.ts': ['../glossary/contract.ts', '../glossary/search/contract.ts'],
  'src/domains/favorites/api.server.ts': ['type build-tool', './writes.server.ts', '../../platform/clock.ts'],
  'src/domains/favorites/writes.server.ts': ['kysely', '../glossary/reads.server.ts', './contract.ts'],
  'src/domains/favorites/personal-data.server.ts': ['../../platform/database/pool.server.ts'],
  'src/domains/account/erasure/writes.server.ts': ['kysely', '../../favorites/personal-data.server.ts'],
  'src/domains/demo/contract.ts': ['../favorites/contract.ts'],
  'src/domains/safety/contract.ts': [],
  'src/domains/safety/rules.ts': ['./contract.ts'],
  'src/domains/safety/rules.test.ts': ['build-tool', './rules.ts'],
  'src/domains/safety/quick-hide.element.ts': ['./rules.ts'],
  'src/ui/button/button.tsx': ['react', './button.css'],
  'src/platform/platform.ts': ['type ./database/pool.server.ts', './clock.ts'],
  'src/platform/clock.ts': [],
  'src/platform/config.server.ts': ['node:path', 'zod'],
  'src/platform/database/pool.server.ts': ['pg', 'kysely'],
  'test/support/database.ts': ['pg', '../../src/platform/database/pool.server.ts'],
  'test/e2e/reading.e2e.ts': ['build-tool', '../support/database.ts'],
  'bench/measure.ts': ['../test/support/database.ts'],
  'scripts/tool.ts': ['../test/support/database.ts', '../src/domains/glossary/reads.server.ts'],
}

const manifest = {
  name: 'canary',
  type: 'module',
  dependencies: { kysely: '1', 'icons-for-react': '1', pg: '1', react: '1', zod: '1' },
  devDependencies: { 'build-tool': '1' },
}
const packages = [...Object.keys(manifest.dependencies), 'build-tool', 'stray-package']

/**
 * Writes a house to a folder of its own, with packages that hold nothing.
 *
 * @param changes imports added to files of the clean house, or further files
 * @returns the folder, which the caller removes
 */
export async function writeTree(changes: Tree = {}): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'house-canary-')))
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
  for (const path of new Set([...Object.keys(cleanTree), ...Object.keys(changes)])) {
    const imports = [...(cleanTree[path] ?? []), ...(changes[path] ?? [])]
    await write(path, imports.map(statement).join('\n'))
  }
  return root
}

function statement(imported: string): string {
  return imported.startsWith('type ')
    ? `import type { T } from '${imported.slice(5)}'`
    : `import '${imported}'`
}
