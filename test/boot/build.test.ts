import { readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killProcess, readPage, startFixture } from '../support/start-directory.ts'

const { newClone, newDataDir, begin, start, startError: refusal } = startFixture()

const buildsOf = (cwd: string) => readdir(join(cwd, 'build')).catch(() => [])
const source = 'src/ui/shell/footer.tsx'

/** The paths of the scripts of a build. */
const scriptsOf = async (cwd: string, build: string) =>
  (await readdir(join(cwd, 'build', build, 'client/assets')))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/assets/${name}`)

/** @param asked paths that must respond with 200 */
async function startsAndStops(cwd: string, DATA_DIR: string, asked: string[] = []): Promise<string> {
  const { address, process: server, ended } = await start({ DATA_DIR }, { cwd })
  const page = await readPage(`${address}/glossary`)
  const statuses = asked.map(async (path) => [path, (await fetch(address + path)).status])
  expect(await Promise.all(statuses)).toEqual(asked.map((path) => [path, 200]))
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  return page
}

test('A start builds only after source changes, and keeps serving the scripts of the previous build', async () => {
  const cwd = await newClone({ built: true })
  const DATA_DIR = await newDataDir()
  const [build = ''] = await buildsOf(cwd)
  const scripts = await scriptsOf(cwd, build)
  // A build first creates a folder in this one.
  const lastBegun = async () => (await stat(join(cwd, 'build'))).mtimeMs
  const begun = await lastBegun()
  await utimes(join(cwd, source), new Date(), new Date())
  await startsAndStops(cwd, DATA_DIR)
  expect(await lastBegun()).toBe(begun)

  const text = await readFile(join(cwd, source), 'utf8')
  await writeFile(join(cwd, source), text.replace(/<footer/g, '<footer data-changed="yes"'))
  expect(await startsAndStops(cwd, DATA_DIR, scripts)).toContain('data-changed="yes"')
  const [next = ''] = (await buildsOf(cwd)).filter((name) => name !== build)
  expect((await scriptsOf(cwd, next)).some((path) => !scripts.includes(path))).toBe(true)
  const begunAnew = await lastBegun()
  expect(begunAnew).toBeGreaterThan(begun)

  await writeFile(join(cwd, source), text)
  expect(await startsAndStops(cwd, DATA_DIR), 'and back again').not.toContain('data-changed')
  expect(await lastBegun(), 'without a build: the one before was kept').toBe(begunAnew)
})

test('A truncated content.json of a build is written again at the next start', async () => {
  const cwd = await newClone({ built: true, sharedPackages: true })
  const DATA_DIR = await newDataDir()
  await startsAndStops(cwd, DATA_DIR)
  const [build = ''] = await buildsOf(cwd)
  const file = join(cwd, 'build', build, 'content.json')
  const words = await readFile(file, 'utf8')
  await writeFile(file, words.slice(0, words.length / 2))
  expect(await startsAndStops(cwd, DATA_DIR)).toContain('Dissociation')
  expect(await readFile(file, 'utf8')).toBe(words)
})

test('A changed term appears after the next start without a build, and an invalid term stops the start', async () => {
  const cwd = await newClone({ built: true, sharedPackages: true })
  const DATA_DIR = await newDataDir()
  const [build = ''] = await buildsOf(cwd)
  const lastBegun = async () => (await stat(join(cwd, 'build'))).mtimeMs
  const begun = await lastBegun()
  const file = join(cwd, 'content/glossary/d/dissociation.yaml')
  const words = await readFile(file, 'utf8')
  const keptWords = () => readFile(join(cwd, 'build', build, 'content.json'), 'utf8')
  const kept = await keptWords()

  await writeFile(file, words.replace('Feeling cut off', 'Quokkas smile. Feeling cut off'))
  const { address, process: server, ended } = await start({ DATA_DIR }, { cwd })
  expect(await readPage(`${address}/glossary/dissociation`)).toContain('Quokkas smile.')
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
  expect(await lastBegun(), 'nothing was built').toBe(begun)
  expect(
    (await readdir(join(cwd, 'build', build))).filter((name) => name.startsWith('content.json.')),
    'nothing unfinished is left',
  ).toEqual([])
})

test('After builds that were stopped and killed, two starts at once both build and serve', async () => {
  const cwd = await newClone()
  const DATA_DIR = await newDataDir()
  const building = () => expect.poll(() => buildsOf(cwd), { timeout: 30_000, interval: 10 })

  const stopped = begin({ DATA_DIR }, { cwd })
  await building().toEqual([expect.stringMatching(/^unfinished-/)])
  stopped.process.kill('SIGTERM')
  expect(await stopped.ended).toBe(0)
  expect(stopped.output()).toBe('')
  expect(await buildsOf(cwd), 'what was begun is gone').toEqual([])

  const killed = begin({ DATA_DIR }, { cwd })
  await building().toEqual([expect.stringMatching(/^unfinished-/)])
  await killProcess(killed.process.pid)
  const left = new Set<string>(await buildsOf(cwd))

  const both = [begin({ DATA_DIR }, { cwd }), begin({ DATA_DIR: await newDataDir() }, { cwd })]
  for (const address of await Promise.all(both.map(({ ready }) => ready))) {
    const page = await readPage(`${address}/glossary`)
    expect(page).toContain('Dissociation')
    const script = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1]
    expect((await fetch(`${address}${script}`)).status).toBe(200)
  }
  const made = (await buildsOf(cwd)).filter((name) => !left.has(name))
  expect(made).toEqual([expect.stringMatching(/^(?!unfinished-)/)])
})
