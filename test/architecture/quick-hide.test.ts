import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from './dependency-rules.ts'
import { listFiles } from './files.ts'

/** The number of safety points (docs/specification.md). */
const points = 24

test('each of the 24 points of Quick Hide is named by a test', () => {
  const texts = listFiles()
    .filter((path) => /\.(?:e2e|start|test)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(project, path), 'utf8'))
  const titles = texts.flatMap((text) => [...text.matchAll(/['`]Points? ([\d, and]+): /g)])
  const covered = new Set(titles.flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []).map(Number))
  const expected = Array.from({ length: points }, (_, place) => place + 1)
  expect(expected.filter((point) => !covered.has(point))).toEqual([])
  expect([...covered].filter((point) => !expected.includes(point))).toEqual([])
})
