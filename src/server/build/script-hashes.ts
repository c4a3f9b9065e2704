/** The list of script hashes that each release publishes (docs/releases.md). */
import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { project } from './fingerprint.js'

export const scriptHashesName = 'script-hashes.txt'

/** As RFC 8615 places what programs look up on any site. Its name reveals nothing about this one. */
export const scriptHashesPath = `/.well-known/${scriptHashesName}`

export const scriptHashesFile = (build: string) => join(build, scriptHashesName)

const archiveName = 'source.tar.gz'
const runs = 'assets/**/*.{js,mjs,css,wasm}'

/** A script or style inside a page. `text` is what its element contains. */
export type InlinePart = { kind: 'inline-script' | 'import-map' | 'inline-style'; name: string; text: string }

/** By path below the site's origin, without the first slash. Values are SHA-256, in hexadecimal. */
export type FileHashes = Map<string, string>

/** Hashes every file of a build that a browser may run or apply. @param client the folder that is served */
export async function hashFiles(client: string): Promise<FileHashes> {
  const paths: string[] = []
  for await (const path of glob(runs, { cwd: client })) paths.push(path)
  const hashes: FileHashes = new Map()
  for (const path of paths.sort()) hashes.set(path, sha256(await readFile(join(client, path)), 'hex'))
  return hashes
}

/** As the attribute `integrity` and Content-Security-Policy write a hash. @param hex SHA-256 */
export const toIntegrity = (hex: string): string => `sha256-${Buffer.from(hex, 'hex').toString('base64')}`

/**
 * Writes the list. Lines that begin with `#` are comments to `sha256sum -c`; the others are its input.
 * @param build the folder, with its source archive
 */
export async function writeScriptHashes(
  build: string,
  files: FileHashes,
  inline: InlinePart[],
): Promise<void> {
  const lines = [
    '# SHA-256 of each script and style sheet of this site, format 1',
    '# How to compare them: /comparing-scripts',
    '# version: 0',
    '#',
    '# Inside pages, as the Content-Security-Policy header names them:',
    ...inline.map(({ kind, name, text }) => `# ${kind}: sha256-${sha256(text, 'base64')} ${name}`),
    '#',
    ...[...files].map(([path, hash]) => `${hash}  ${path}`),
  ]
  await writeList(build, `${lines.join('\n')}\n`)
  await updateSourceHash(build)
}

/** Sets the version and the hash of the source archive, which change without a build. */
export async function updateSourceHash(build: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
  const archive = sha256(await readFile(join(build, archiveName)), 'hex')
  const list = await readFile(scriptHashesFile(build), 'utf8')
  const other = list.split('\n').filter((line) => line && !line.endsWith(`  ${archiveName}`))
  const lines = other.map((line) => line.replace(/^# version: .*/, `# version: ${version}`))
  await writeList(build, `${[...lines, `${archive}  ${archiveName}`].join('\n')}\n`)
}

/** A server may be sending the previous list. */
async function writeList(build: string, text: string): Promise<void> {
  const file = scriptHashesFile(build)
  const unfinished = `${file}.${process.pid}`
  try {
    await writeFile(unfinished, text)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

const sha256 = (content: string | Buffer, encoding: 'hex' | 'base64') =>
  createHash('sha256').update(content).digest(encoding)
