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
  join(builds, fingerprint(['src/**/*', 'packages/**/*', 'public/**/*', '*.config.ts', 'package-lock.json']))

/** @param {string} folder of a build */
export const contentFile = (folder) => join(folder, 'content.json')

/** How the content of a build begins if it, and its archive of the source, were made from these files as they are now. */
export const contentPrefix = () =>
  `{"from":"${fingerprint(['content/**/*', 'database/**/*', 'scripts/**/*', 'package.json'])}",`

/**
 * @param {string} folder of a build
 * @returns {string | undefined} the content as JSON, if it is there, complete, and made from `content/` as it is now
 */
export function readContentCache(folder) {
  const content = String(read(contentFile(folder)))
  return content.startsWith(contentPrefix()) && content.endsWith('}') ? content : undefined
}

/**
 * Reads one file after the other: to read 1,300 small files in parallel takes three times the processor time. An entry that is no
 * file, as a link, counts by its name. One that cannot be read counts too; the build then reports it.
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
