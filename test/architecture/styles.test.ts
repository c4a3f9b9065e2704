import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './files.ts'

/*
 * Tailwind makes utilities for what it finds in the files of `@source`. A path that leads nowhere is silent: the private pages lose
 * utilities, or the public ones carry those of the private pages.
 */
const sources = listFiles()
  .filter((path) => /^src\/ui\/.*[.]css$/.test(path))
  .flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/@source (?:not )?"([^"]+)"/g)].map(([, glob = '']) => ({
      path,
      glob,
    })),
  )

/** `a/{b,c}.tsx` is two paths, and each has to exist. */
const alternatives = (glob: string): string[] => {
  const [, before, list, after] = /^([^{]*)[{]([^}]*)[}](.*)$/.exec(glob) ?? []
  return list === undefined
    ? [glob]
    : list.split(',').flatMap((part) => alternatives(`${before}${part}${after}`))
}

test.each(sources)('$glob in $path names files that exist', ({ glob }) => {
  expect(alternatives(glob).filter((path) => globSync(join('src/ui', path)).length === 0)).toEqual([])
})

test('there are sources to check', () => {
  expect(sources.length).toBeGreaterThan(10)
})
