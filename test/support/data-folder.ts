import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type StartOptions, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder after its first start, which tests copy and must not change. */
    dataFolder: string
  }
}

/** Creates one data folder for all tests, with PostgreSQL, schema and glossary: most of the work of a first start. */
export async function makeDataFolder(
  project: TestProject,
  DATA_DIR: string,
  options?: StartOptions,
): Promise<void> {
  await (await startProduct({ DATA_DIR, PORT: '0' }, options)).stop()
  project.provide('dataFolder', DATA_DIR)
}

/**
 * @param to a new temporary folder by default
 * @param from the shared folder by default
 * @returns a copy of the data folder
 */
export async function newDataFolder(to?: string, from = inject('dataFolder')): Promise<string> {
  const folder = to ?? (await mkdtemp(join(tmpdir(), 'unfog-data-')))
  // Node's `cp` does not keep the owner.
  await promisify(execFile)('cp', ['-a', `${from}/.`, folder])
  return folder
}
