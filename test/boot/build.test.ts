import { execFileSync } from 'node:child_process'
import { readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPage, signalGroup, startFixture } from '../support/start-directory.ts'

const { newClone, newDataDir, begin, start, startError: refusal } = startFixture()

const buildsOf = (cwd: string): Promise<string[]> => readdir(join(cwd, 'build')).catch(() => [])
const source = 'src/ui/shell/footer.tsx'

/** The paths of the scripts of a build. */
const scriptsOf = async (cwd: string, build: string) =>
  (await readdir(join(cwd, 'build', build, 'client/assets')))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/assets/${name}`)

/** A build first creates a folder in this one. */
const lastBegun = async (cwd: string) => (await stat(join(cwd, 'build'))).mtimeMs

/** Expects status 200 of all paths. */
async function expectFound(address: string, paths: string[]) {
  const statuses = paths.map(async (path) => [path, (await fetch(address + path)).status])
  expect(await Promise.all(statuses)).toEqual(paths.map((path) => [path, 200]))
}

async function startsAndStops(cwd: string, DATA_DIR: string): Promise<string> {
  const { address, process: server, ended } = await start({ DATA_DIR }, { cwd })
  const page = await readPage(`${address}/glossary`)
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  return page
}

test('A start builds nothing after a source was touched', async () => {
  const cwd = await newClone({ built: true, sharedPackages: true })
  const begun = await lastBegun(cwd)
  await utimes(join(cwd, source), new Date(), new Date())
  await startsAndStops(cwd, await newDataDir())
  expect(await lastBegun(cwd)).toBe(begun)
})

test('After a source change and builds that were stopped and killed, two starts at once build and serve, with the scripts of the previous build', async () => {
  const cwd = await newClone({ built: true })
  const DATA_DIR = await newDataDir()
  const [build = ''] = await buildsOf(cwd)
  const scripts = await scriptsOf(cwd, build)
  const text = await readFile(join(cwd, source), 'utf8')
  await writeFile(join(cwd, source), text.replace(/<footer/g, '<footer data-changed="yes"'))
  const unfinished = expect.stringMatching(/^unfinished-/)
  const hasBegun = () =>
    expect.poll(() => buildsOf(cwd), { timeout: 100_000, interval: 10 }).toContainEqual(unfinished)

  const stopped = begin({ DATA_DIR }, { cwd })
  await hasBegun()
  stopped.process.kill('SIGTERM')
  expect(await stopped.ended).toBe(0)
  expect(stopped.output()).toBe('')
  expect(await buildsOf(cwd), 'what was begun is gone').toEqual([build])

  // With its child processes, which would complete the build.
  const killed = begin({ DATA_DIR }, { cwd, ownGroup: true })
  await hasBegun()
  signalGroup(killed.process.pid ?? 0, 'SIGKILL')
  await killed.ended
  const left = await buildsOf(cwd)
  expect(left).toContainEqual(unfinished)

  const both = [begin({ DATA_DIR }, { cwd }), begin({ DATA_DIR: await newDataDir() }, { cwd })]
  for (const address of await Promise.all(both.map(({ ready }) => ready))) {
    const page = await readPage(`${address}/glossary`)
    expect(page).toContain('data-changed="yes"')
    const script = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? 'no script'
    await expectFound(address, [script, ...scripts])
  }
  const [next = '', ...others] = (await buildsOf(cwd)).filter((name) => !left.includes(name))
  expect([next, others]).toEqual([expect.stringMatching(/^(?!unfinished-)/), []])
  expect((await scriptsOf(cwd, next)).some((path) => !scripts.includes(path))).toBe(true)
  for (const { process: server, ended } of both) {
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
  }

  await writeFile(join(cwd, source), text)
  const begun = await lastBegun(cwd)
  expect(await startsAndStops(cwd, DATA_DIR), 'and back again').not.toContain('data-changed')
  expect(await lastBegun(cwd), 'without a build: the one before was kept').toBe(begun)
})

test('A truncated content.json of a build is written again at the next start', async () => {
  const cwd = await newClone({ built: true, sharedPackages: true })
  const [build = ''] = await buildsOf(cwd)
  const file = join(cwd, 'build', build, 'content.json')
  const words = await readFile(file, 'utf8')
  await writeFile(file, words.slice(0, words.length / 2))
  expect(await startsAndStops(cwd, await newDataDir())).toContain('Dissociation')
  expect(await readFile(file, 'utf8')).toBe(words)
})

test('A changed term appears in its page and in the source archive after the next start without a build, and an invalid term stops the start', async () => {
  const cwd = await newClone({ built: true, sharedPackages: true })
  const DATA_DIR = await newDataDir()
  const [build = ''] = await buildsOf(cwd)
  const begun = await lastBegun(cwd)
  const file = join(cwd, 'content/glossary/d/dissociation.yaml')
  const words = await readFile(file, 'utf8')
  const keptWords = () => readFile(join(cwd, 'build', build, 'content.json'), 'utf8')
  const kept = await keptWords()

  await writeFile(file, words.replace('definition: >\n', 'definition: >\n  Quokkas smile.\n'))
  const { address, process: server, ended } = await start({ DATA_DIR }, { cwd })
  expect(await readPage(`${address}/glossary/dissociation`)).toContain('Quokkas smile.')
  const archive = Buffer.from(await (await fetch(`${address}/source.tar.gz`)).arrayBuffer())
  const archived = ['-xzOf', '-', 'source/content/glossary/d/dissociation.yaml']
  expect(execFileSync('tar', archived, { input: archive, encoding: 'utf8' })).toContain('Quokkas smile.')
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect((await keptWords()) === kept).toBe(false)

  await writeFile(file, words.replace(/^type: .*$/m, 'type: rumour'))
  expect(await refusal({ DATA_DIR }, { cwd })).toContain('"type" is none of')
  await writeFile(file, words)
  expect(await startsAndStops(cwd, DATA_DIR)).not.toContain('Quokkas')
  expect((await keptWords()) === kept, 'it is kept as it was').toBe(true)
  await symlink(file, join(cwd, 'content/glossary/d/other.yaml'))
  expect(await refusal({ DATA_DIR }, { cwd }), 'what is no file is noticed too').toContain(
    'Links are not followed',
  )
  expect(await lastBegun(cwd), 'nothing was built').toBe(begun)
  expect(
    (await readdir(join(cwd, 'build', build))).filter((name) => name.startsWith('content.json.')),
    'nothing unfinished is left',
  ).toEqual([])
})
