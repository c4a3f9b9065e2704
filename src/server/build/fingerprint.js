/**
 * Finds the build of the current sources. Plain JavaScript, as start.js is: a start that finds its build loads no TypeScript compiler.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the project. */
export const project = join(import.meta.dirname, '..', '..', '..')

/** The folder of all builds. */
export const builds = join(project, 'build')

/** @returns whether the development packages, which build the pages, are installed */
export const canBuild = () => existsSync(join(project, 'node_modules', '@react-router', 'dev'))

/** @returns the folder that the build of the current sources has, or will have */
export const buildFolder = () =>
  join(
    builds,
    fingerprint([
      'src/**/*',
      'content/search/*',
      'packages/**/*',
      'public/**/*',
      '*.config.ts',
      'package-lock.json',
    ]),
  )

/** @param {string} folder of a build */
export const contentFile = (folder) => join(folder, 'content.json')

/** The start of `contentFile`, if content and source archive of the build are current. */
export const contentPrefix = () =>
  `{"from":"${fingerprint(['content/**/*', 'database/**/*', 'scripts/**/*', 'package.json'])}",`

/**
 * @param {string} folder of a build
 * @returns {string | undefined} the content as JSON, if it is there, complete and current
 */
export function readContentCache(folder) {
  const content = String(read(contentFile(folder)))
  return content.startsWith(contentPrefix()) && content.endsWith('}') ? content : undefined
}

/**
 * Reads files one after the other: reading 1,300 small files in parallel takes three times the CPU time. Links count by their name.
 * Unreadable files count too; the build then reports them.
 *
 * @param {string[]} patterns
 */
function fingerprint(patterns) {
  const files = globSync(patterns, { cwd: project, withFileTypes: true })
    .filter(({ name }) => !/[.]test[.]tsx?$/.test(name))
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
  const hash = createHash('sha256')
  for (const { path, isFile } of files.sort((a, b) => (a.path < b.path ? -1 : 1))) {
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
