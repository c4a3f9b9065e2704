import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from './cruise.ts'
import { listFiles } from './files.ts'

test('nothing is judged before it is counted: many at once would all be judged', () => {
  const sources = listFiles().filter((file) => /^src\/.*(?<!\.test|limits\.server)\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(300)
  // `wait` only looks, and `count` only counts: `guess` and `take` do both in one statement.
  const looks = (file: string) => /limits\.(?:wait|count)\(/.test(readFileSync(join(project, file), 'utf8'))
  expect(sources.filter(looks)).toEqual([])
})
