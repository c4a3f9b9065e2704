import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { Gzip } from 'fflate'
import { project } from './fingerprint.js'

/** For copies without git, because keys, data and backups may be in the same folder. */
const releasePaths = `
  .ci .dependency-cruiser.js .editorconfig .env.example .github .gitignore .npmrc .nvmrc CHANGELOG.md CODE_OF_CONDUCT.md
  CONTRIBUTING.md LICENSE README.md SECURITY.md bench biome.json content database docs knip.json
  package-lock.json package.json packages public react-router.config.ts renovate.json scripts src test
  tsconfig.json vite.config.ts vitest.config.ts`
  .trim()
  .split(/\s+/)

export const archiveFile = (build: string) => join(build, 'source.tar.gz')

/**
 * Writes the running source (AGPL-3.0, section 13) as a tar archive (POSIX.1-1988, "ustar"). The same files make the same bytes on every
 * machine, so that its hash can be compared.
 */
export async function writeSourceArchive(build: string, folder = project): Promise<void> {
  const files = (await trackedFiles(folder)) ?? (await releasedFiles(folder))
  const file = archiveFile(build)
  // A server may be sending it.
  const unfinished = `${file}.${process.pid}`
  try {
    await pipeline(Readable.from(tarOf(files.sort(), folder)), gzip, createWriteStream(unfinished))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Undefined if the folder is no checkout of its own. */
export async function trackedFiles(folder: string): Promise<string[] | undefined> {
  try {
    const listed = await promisify(execFile)('git', ['ls-files', '-z'], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    })
    const files = listed.stdout.split('\0').filter(Boolean)
    return files.length > 0 ? files : undefined
  } catch {
    return undefined
  }
}

/** The files of a copy without git. */
export async function releasedFiles(folder: string): Promise<string[]> {
  const files = await Promise.all(releasePaths.map((part) => filesIn(folder, part)))
  return files.flat()
}

async function filesIn(folder: string, path: string): Promise<string[]> {
  const kind = await lstat(join(folder, path)).catch(() => undefined)
  if (!kind?.isDirectory()) return kind?.isFile() ? [path] : []
  const names = await readdir(join(folder, path))
  const own = names.filter((name) => !name.startsWith('.') && name !== 'node_modules')
  return (await Promise.all(own.map((name) => filesIn(folder, `${path}/${name}`)))).flat()
}

/** In JavaScript: the output of zlib depends on its version and on the processor. */
async function* gzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const output: Uint8Array[] = []
  // A time of 0 means none (RFC 1952, 2.3.1).
  const stream = new Gzip({ level: 6, mtime: 0 }, (chunk) => output.push(chunk))
  for await (const chunk of chunks) {
    stream.push(chunk)
    yield* output.splice(0)
  }
  stream.push(new Uint8Array(0), true)
  yield* output.splice(0)
}

async function* tarOf(files: string[], folder: string): AsyncGenerator<Buffer> {
  for (const path of files) {
    const kind = await lstat(join(folder, path)).catch(() => undefined)
    // Deleted since the last commit.
    if (!kind?.isFile()) continue
    const body = withoutTokens(path, await readFile(join(folder, path)))
    yield headerOf(`source/${path}`, body.length, kind.mode & 0o111 ? 0o755 : 0o644)
    yield body
    yield Buffer.alloc(-body.length & 511)
  }
  yield Buffer.alloc(1024)
}

/** `.npmrc` may contain the token of a package registry. */
function withoutTokens(path: string, body: Buffer): Buffer {
  if (path !== '.npmrc') return body
  const lines = body.toString().split('\n')
  return Buffer.from(lines.filter((line) => !/_auth|_password|username/i.test(line)).join('\n'))
}

/** Of every file, in seconds: a checkout has other times on each machine. */
const fileTime = Date.UTC(2000, 0) / 1000

function headerOf(path: string, size: number, mode: number): Buffer {
  const header = Buffer.alloc(512)
  // A longer name is split at a slash.
  const cut = Buffer.byteLength(path) > 100 ? path.indexOf('/', path.length - 101) : -1
  if (Buffer.byteLength(path.slice(cut + 1)) > 100 || cut > 155)
    throw new Error(`${path} is too long a name.`)
  header.write(path.slice(cut + 1), 0)
  const octal = (value: number, offset: number, length: number) => {
    const digits = Math.floor(value).toString(8)
    header.write(`${digits.padStart(length - 1, '0')}\0`, offset)
  }
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(fileTime, 136, 12)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(path.slice(0, Math.max(cut, 0)), 345)
  // The checksum counts its own field as spaces.
  header.fill(' ', 148, 156)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  octal(checksum, 148, 7)
  return header
}
