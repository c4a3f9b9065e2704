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
    /** A data folder as the first start leaves it, which tests copy and never change. */
    dataFolder: string
  }
}

/**
 * Lets a product make its data folder once for all tests: its PostgreSQL, the schema and the glossary, which is most of the
 * work of a first start.
 */
export async function makeDataFolder(
  project: TestProject,
  DATA_DIR: string,
  options?: StartOptions,
): Promise<void> {
  await (await startProduct({ DATA_DIR, PORT: '0' }, options)).stop()
  project.provide('dataFolder', DATA_DIR)
}

/**
 * @param to a new folder unless told
 * @param from the one that was made for all, which its maker alone must name
 * @returns a data folder for a product of its own, as if it had been started before and nobody had come
 */
export async function newDataFolder(to?: string, from = inject('dataFolder')): Promise<string> {
  const folder = to ?? (await mkdtemp(join(tmpdir(), 'unfog-data-')))
  // Node's own copy forgets whose the files are.
  await promisify(execFile)('cp', ['-a', `${from}/.`, folder])
  return folder
}
