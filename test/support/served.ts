import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDataFolder } from './data-folder.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running product. */
    address: string
  }
}

/** The built product with its own PostgreSQL, started once as a person would, for all journeys. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'unfog-journeys-'))
  await makeDataFolder(project, join(dataDir, 'copied'))
  const product = await startProduct({ DATA_DIR: join(dataDir, 'served'), PORT: '0' })
  project.provide('address', product.address)
  return async () => {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
