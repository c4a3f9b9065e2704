import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWhenStale } from '../../src/server/build/build.ts'
import { cloneProject } from './clone.ts'
import { makeDataFolder } from './data-folder.ts'
import { ownNode } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a built clone that tests must not change. */
    clone: string
  }
}

/** Provides a clone with the build of the same sources. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-clone-'))
  // Unprivileged users start from it too.
  await chmod(folder, 0o755)
  const clone = join(folder, 'unfog')
  try {
    await cloneProject(clone)
    const built = await buildWhenStale()
    await cp(built, join(clone, 'build', basename(built)), { recursive: true })
    await makeDataFolder(project, join(folder, 'data'), { cwd: clone, command: ownNode(clone) })
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true })
    throw thrown
  }
  project.provide('clone', clone)
  return () => rm(folder, { recursive: true, force: true })
}
