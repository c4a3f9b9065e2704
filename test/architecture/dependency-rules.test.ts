import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cruiseTree, domainCycles, misnamedImports, project } from './dependency-rules.ts'
import { environmentReads } from './environment.ts'
import { listFiles } from './files.ts'

const { modules, violations } = await cruiseTree(project)
const sources = listFiles().filter((path) => /^src\/.*[.]tsx?$/.test(path))

test('dependency-cruiser reads every source file', () => {
  const seen = new Set(modules.map(({ source }) => source))

  expect(seen.size).toBeGreaterThan(60)
  expect(sources.filter((path) => !seen.has(path))).toEqual([])
})

test('no import breaks a rule of .dependency-cruiser.js', () => {
  expect(violations).toEqual([])
})

test('Domains have no cyclic dependencies', () => {
  expect(domainCycles(modules)).toEqual([])
})

test('Imports use the exact file name', () => {
  expect(misnamedImports(modules)).toEqual([])
})

test('only the configuration reads the environment', async () => {
  const reads: string[] = []
  // Tests pass the environment on to child processes.
  for (const path of sources.filter((path) => !/[.]test[.]tsx?$/.test(path)))
    reads.push(...environmentReads(path, await readFile(join(project, path), 'utf8')))

  expect(reads).toEqual([])
})
