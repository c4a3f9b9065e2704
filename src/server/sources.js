// Plain JavaScript, as start.js is: a start that finds everything made loads no compiler that takes types away.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the project. */
export const project = join(import.meta.dirname, '..', '..')

/** Where builds stand. */
export const builds = join(project, 'build')

/** @returns whether the development packages, which build the pages, are installed */
export const canBuild = () => existsSync(join(project, 'node_modules', '@react-router', 'dev'))

/** @returns the folder of the build of what the pages and the server are made from, whether it is there or not */
export const folderOfBuild = () =>
  join(builds, fingerprint(['src/**/*', 'public/**/*', '*.config.ts', 'package-lock.json']))

/** @param {string} folder of a build */
export const wordsFile = (folder) => join(folder, 'words.json')

/** What the words of a build begin with when they were made from `content/` as it is. */
export const wordsBegin = () => `{"from":"${fingerprint(['content/**/*'])}",`

/**
 * @param {string} folder of a build
 * @returns {string | undefined} the content, as JSON, if the build and it are there, to its end, and `content/` is as it was
 */
export function freshWords(folder) {
  const words = String(read(wordsFile(folder)))
  return words.startsWith(wordsBegin()) && words.endsWith('}') ? words : undefined
}

/**
 * One after the other: reading 1,300 small files without waiting for each takes three times the processor's time. What is no file counts
 * by its name, so that a link among the words is noticed; what cannot be read counts as such, and says so when it is made into something.
 *
 * @param {string[]} patterns
 */
function fingerprint(patterns) {
  const found = globSync(patterns, { cwd: project, withFileTypes: true })
    .filter(({ name }) => !/[.]test[.]tsx?$/.test(name))
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
  const hash = createHash('sha256')
  for (const { path, isFile } of found.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(path.slice(project.length))
    if (isFile) hash.update(read(path))
  }
  return hash.digest('hex')
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path)
  } catch (thrown) {
    return String(thrown)
  }
}
