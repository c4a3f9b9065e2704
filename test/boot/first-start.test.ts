import { execFileSync } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNobody } from '../../packages/embedded-postgres/os-user.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { isRoot, npmStart, postmasterPid, readPage, startFixture } from '../support/start-directory.ts'

const { newClone, newFolder, begin, start } = startFixture()

/** The machine's own programs, without the Node that came with the packages. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

const versionOf = (node: string) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
const nodes = findOnPath('node')
const oldNode = nodes.find((node) => Number(/^v(\d+)/.exec(versionOf(node))?.[1]) < 24)

function findOnPath(name: string): string[] {
  try {
    const found = execFileSync('which', ['-a', name], { encoding: 'utf8', env: { PATH: machinePath } })
    return found.trim().split('\n')
  } catch {
    return []
  }
}

describe('A new user', () => {
  test('can run `npm start` in a home folder that others may not read; the second start takes less than five seconds', async () => {
    const user = isRoot ? await findNobody() : undefined
    const cwd = await newClone({ ...(user && { owner: user }) }, 'my projects/the glossary')
    const HOME = join(cwd, '..', '..')
    if (user) await chmod(HOME, 0o700)
    const env = { PATH: machinePath, LOG_LEVEL: 'info', HOME }
    const command = { ...npmStart, ...user, cwd }
    const first = await start(env, command)
    const said = first.output().trimEnd().split('\n')
    expect(said.map((line) => (line.startsWith('{') ? JSON.parse(line).msg : line))).toEqual([
      'migrated',
      'glossary synced',
      `ready ${first.address}`,
    ])
    expect(first.address).toMatch(/^http:\/\/localhost:\d+$/)
    expect(await readPage(first.address)).toContain('<h1')
    expect(await readPage(`${first.address}/glossary/dissociation`)).toContain('Dissociation')
    const builds = await readdir(join(cwd, 'build'))
    expect(builds).toHaveLength(1)

    first.process.kill('SIGTERM')
    expect(await first.ended, 'npm waits for the server and ends as it does').toBe(0)
    expect(await postmasterPid(join(cwd, '.data', 'postgres'))).toBe(0)

    // The fastest of up to four counts, because the machine may be busy.
    const times: number[] = []
    do {
      const began = performance.now()
      const next = await start(env, command)
      times.push(performance.now() - began)
      expect(next.output().trim(), 'nothing is migrated or synced anew').toBe(`ready ${next.address}`)
      expect(await readdir(join(cwd, 'build'))).toEqual(builds)
      expect(await readPage(`${next.address}/glossary/dissociation`)).toContain('Dissociation')
      next.process.kill('SIGTERM')
      expect(await next.ended).toBe(0)
    } while (Math.min(...times) >= 5_000 && times.length < 4)
    expect(Math.min(...times)).toBeLessThan(5_000)
  })

  test('gets the address http://localhost:3000 by default', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
    })
  })
})

describe('Node', () => {
  test(`is version 24 under npm, whatever the machine has installed (here: ${nodes.map(versionOf).join(', ')})`, async () => {
    const cwd = await newClone({ sharedPackages: true })
    const env = { PATH: machinePath, HOME: await newFolder() }
    const version = execFileSync('npm', ['exec', '--silent', '-c', 'node --version'], {
      cwd,
      env,
      encoding: 'utf8',
    })
    expect(version).toMatch(/^v24\./)
  })

  test.runIf(oldNode)('of an older version is rejected with one sentence', async () => {
    const { ended, output } = begin({}, { command: [oldNode ?? '', 'src/server/boot/start.js'] })
    expect(await ended).toBe(1)
    expect(output()).toBe(
      `This is Node ${versionOf(oldNode ?? '').slice(1)}; Unfog runs on Node 24, which \`npm ci\` brings: start it with \`npm start\`.\n`,
    )
  })
})
