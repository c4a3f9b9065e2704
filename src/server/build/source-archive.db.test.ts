import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { archiveFile, releasedFiles, trackedFiles, writeSourceArchive } from './source-archive.ts'

const database = testDatabase()
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-source-'))
  folders.push(folder)
  return folder
}

const longPath = `src/${'folder-of-a-long-name/'.repeat(6)}file.ts`
const released = {
  'package.json': '{}',
  '.npmrc': 'save-exact=true\n//registry.example/:_authToken=secret\n',
  'src/a.ts': 'export const a = 1\n'.repeat(40),
  [longPath]: 'export {}\n',
  '.ci/run': 'npm test\n',
}
const excluded = {
  '.env': 'MASTER_KEY=secret',
  'data/master.key': 'secret',
  'backup.age': 'secret',
  'node_modules/left/index.js': 'secret',
  'bench/lighthouse/node_modules/left/index.js': 'secret',
  'src/.env.local': 'secret',
  'src/.folder/file.ts': 'secret',
}

async function project(files: Record<string, string>) {
  const folder = await newFolder()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

/** Reads an archive with tar. */
async function contentOf(file: string) {
  const folder = await newFolder()
  const list = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n').sort()
  execFileSync('tar', ['-xzf', file, '-C', folder])
  return { list, read: (path: string) => readFile(join(folder, 'source', path), 'utf8') }
}

const inArchive = (files: object) =>
  Object.keys(files)
    .map((path) => `source/${path}`)
    .sort()

test('The archive contains only the files that git tracks, as they are on disk', async () => {
  const folder = await project(released)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder })
  git('init', '--quiet')
  git('add', '--all')
  for (const [path, text] of Object.entries({ ...excluded, 'src/new.ts': 'secret', 'src/a.ts': 'changed' })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const build = await newFolder()
  await writeSourceArchive(build, folder)
  const { list, read } = await contentOf(archiveFile(build))
  expect(list).toEqual(inArchive(released))
  expect(await read('src/a.ts')).toBe('changed')
  expect(await read(longPath)).toBe(released[longPath])
  expect(await read('.npmrc')).toBe('save-exact=true\n')
})

test('The archive contains the files of a release without git or inside another checkout', async () => {
  const folder = await project({ ...released, ...excluded })
  const build = await newFolder()
  await writeSourceArchive(build, folder)
  expect((await contentOf(archiveFile(build))).list).toEqual(inArchive(released))

  const outer = await newFolder()
  execFileSync('git', ['init', '--quiet'], { cwd: outer })
  await cp(folder, join(outer, 'inner'), { recursive: true })
  expect(await trackedFiles(join(outer, 'inner'))).toBeUndefined()
})

test('The same files make the same archive, whatever their times are', async () => {
  const archives: string[] = []
  for (const year of [2001, 2026]) {
    const [folder, build] = [await project(released), await newFolder()]
    for (const path of Object.keys(released)) await utimes(join(folder, path), year, new Date(year, 1))
    await writeSourceArchive(build, folder)
    archives.push((await readFile(archiveFile(build))).toString('base64'))
  }
  expect(archives[1]).toBe(archives[0])
})

test('A release includes every file that git tracks', async () => {
  const tracked = (await trackedFiles('.')) ?? []
  const released = new Set(await releasedFiles('.'))
  expect(tracked.length).toBeGreaterThan(1_000)
  expect(tracked.filter((path) => !released.has(path))).toEqual([])
})

test('The source page links the archive of the running version with its size, and serves it', async () => {
  const { app } = await testApp(database)
  const page = await (await app.request('/source')).text()
  const [, size = ''] =
    /href="\/source\.tar\.gz" download="[^"]*">source\.tar\.gz \((\d+\.\d) MB\)/.exec(page) ?? []
  const response = await app.request('/source.tar.gz')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/gzip')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600')
  const body = Buffer.from(await response.arrayBuffer())
  expect((body.length / 1_000_000).toFixed(1)).toBe(size)
  const file = join(await newFolder(), 'source.tar.gz')
  await writeFile(file, body)
  const { list, read } = await contentOf(file)
  expect(list).toContain('source/LICENSE')
  expect(await read('package.json')).toBe(await readFile('package.json', 'utf8'))
  expect(list.filter((path) => /node_modules|\.data|^source\/build\/|\.env(?!\.example)/.test(path))).toEqual(
    [],
  )
  expect((await app.request('/source.tar.gz', { method: 'HEAD' })).status).toBe(200)
  for (const other of ['/licenses.json', '/words.json', '/server/index.js'])
    expect((await app.request(other)).status).toBe(404)
  for (const path of ['/terms', '/licenses'])
    expect(await (await app.request(path)).text()).toContain('<a href="/source">')
})
