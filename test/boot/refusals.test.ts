import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { ownNode } from '../support/product.ts'
import { isRoot, postmasterPid, readPage, startFixture } from '../support/start-directory.ts'

const { newClone, newDataDir, newFolder, start, startError: refusal } = startFixture()

const mounts: string[] = []

/** Mounts a small tmpfs at a folder. @returns whether that is allowed (root outside a restricted container) */
function mountDisk(folder: string, size: string): boolean {
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder]).status === 0
  if (done) mounts.push(folder)
  return done
}

/** Removes the packages that `npm ci` omits with NODE_ENV=production. */
async function removeDevelopmentPackages(cwd: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(cwd, 'package-lock.json'), 'utf8'))
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    if (dev) await rm(join(cwd, path), { recursive: true, force: true })
  }
}

afterEach(() => {
  for (const folder of mounts.splice(0)) spawnSync('umount', ['-l', folder])
})

describe('The start fails with exit code 1 and one sentence that says what to do', () => {
  test('when a setting cannot be understood', async () => {
    expect(await refusal({ PORT: 'three thousand' })).toMatch(
      /^The configuration cannot be used: PORT must be .+\. Mend it and start again\.$/,
    )
    expect(await refusal({ SMTP_URL: 'smtp://me:my-secret@mail.example' })).toBe(
      'SMTP_URL is set without MAIL_FROM: set it to the address that mail comes from.',
    )
  })

  test('when the port is taken; PostgreSQL is stopped again, and the start succeeds once the port is free', async () => {
    const DATA_DIR = await newDataDir()
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const PORT = String(port)
    expect(await refusal({ DATA_DIR, PORT })).toBe(
      `Port ${PORT} on 127.0.0.1 is taken by another program: stop that one, or set PORT to a free port.`,
    )
    expect(await postmasterPid(join(DATA_DIR, 'postgres'))).toBe(0)
    await new Promise((resolve) => other.close(resolve))
    expect((await start({ DATA_DIR, PORT })).address).toBe(`http://localhost:${PORT}`)
  })

  test('when HOST is not an address of this machine', async () => {
    const DATA_DIR = await newDataDir()
    // RFC 5737: an address reserved for documentation.
    expect(await refusal({ DATA_DIR, HOST: '192.0.2.1', PUBLIC_URL: 'https://words.example' })).toMatch(
      /^The server cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\): set HOST and PORT to an address of this machine\.$/,
    )
  })

  test('when the data folder is a file', async () => {
    const DATA_DIR = join(await newFolder(), 'data')
    await writeFile(DATA_DIR, 'my notes')
    expect(await refusal({ DATA_DIR })).toBe(
      `${DATA_DIR} is not a folder: move that file away, or set another DATA_DIR.`,
    )
    expect(await readFile(DATA_DIR, 'utf8')).toBe('my notes')
  })

  test('when the disk is full, and succeeds once there is space', async ({ skip }) => {
    const DATA_DIR = join(await newFolder(), 'data')
    await mkdir(DATA_DIR)
    if (!isRoot || !mountDisk(DATA_DIR, '5m')) return skip('may not mount here')
    expect(await refusal({ DATA_DIR })).toBe(
      `The disk that holds ${DATA_DIR} is full: free some space, or set another DATA_DIR.`,
    )
    spawnSync('mount', ['-o', 'remount,size=300m', DATA_DIR])
    const { address, process: server, ended } = await start({ DATA_DIR })
    expect(await readPage(`${address}/glossary/dissociation`)).toContain('Dissociation')
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('when the disk of the build folder is full', async ({ skip }) => {
    const cwd = await newClone({ sharedPackages: true })
    await mkdir(join(cwd, 'build'))
    if (!isRoot || !mountDisk(join(cwd, 'build'), '64k')) return skip('may not mount here')
    expect(await refusal({}, { cwd })).toBe(
      `The disk that holds ${cwd} is full: free some space and start again.`,
    )
    expect(await readdir(join(cwd, 'build'))).toEqual([])
  })

  test('when the database of DATABASE_URL cannot be reached; the password is not shown', async () => {
    // Port 1 of the loopback: nothing listens there.
    const MASTER_KEY = Buffer.alloc(32).toString('base64')
    expect(await refusal({ MASTER_KEY, DATABASE_URL: 'postgres://me:my-secret@127.0.0.1:1/unfog' })).toBe(
      'The database of DATABASE_URL cannot be reached (ECONNREFUSED): start it, or correct the address.',
    )
  })

  test('when a remote database is configured without sslmode=verify-full, or its CA file is missing', async () => {
    const settings = { MASTER_KEY: Buffer.alloc(32).toString('base64') }
    expect(
      await refusal({ ...settings, DATABASE_URL: 'postgres://me:my-secret@192.0.2.1/unfog?sslmode=require' }),
    ).toMatch(/^DATABASE_URL is a PostgreSQL on another machine: add \?sslmode=verify-full .+\.$/)
    const nowhere = 'sslmode=verify-full&sslrootcert=/nowhere/root.pem'
    expect(
      await refusal({ ...settings, DATABASE_URL: `postgres://me:my-secret@192.0.2.1/unfog?${nowhere}` }),
    ).toBe('The database of DATABASE_URL cannot be reached (ENOENT): start it, or correct the address.')
  })

  test('when the packages for a needed build are missing; an existing build is served without them', async () => {
    const cwd = await newClone({ built: true })
    await removeDevelopmentPackages(cwd)
    const DATA_DIR = await newDataDir()
    const { address, process: server, ended } = await start({ DATA_DIR }, { cwd })
    expect(await readPage(`${address}/glossary/dissociation`)).toContain('Dissociation')
    server.kill('SIGTERM')
    expect(await ended).toBe(0)

    const file = join(cwd, 'content/glossary/d/dissociation.yaml')
    const words = await readFile(file, 'utf8')
    await writeFile(file, words.replace('definition: >\n', 'definition: >\n  Quokkas smile.\n'))
    const changed = await start({ DATA_DIR }, { cwd })
    expect(await readPage(`${changed.address}/glossary/dissociation`)).toContain('Quokkas smile.')

    await rm(join(cwd, 'build'), { recursive: true })
    const said =
      'The packages that build the pages are missing, as after `npm ci` with NODE_ENV=production: run `npm ci --include=dev` and start again.'
    expect(await refusal({}, { cwd })).toBe(said)
    const develop = [...ownNode(cwd), '--dev']
    expect(await refusal({}, { cwd, command: develop })).toBe(said)
    await rm(join(cwd, 'node_modules'), { recursive: true })
    expect(await refusal({}, { cwd, command: [process.execPath, 'src/server/boot/start.js'] })).toBe(said)
    await expect(stat(join(cwd, '.data'))).rejects.toThrow('ENOENT')
  })

  test('when files of the build are empty or missing, as after a power failure', async () => {
    const cwd = await newClone({ built: true, sharedPackages: true })
    const [name = ''] = await readdir(join(cwd, 'build'))
    const build = join(cwd, 'build', name)
    const assets = await readdir(join(build, 'client/assets'))
    const script = `client/assets/${assets.find((name) => /^react-.*\.js$/.test(name))}`
    const server = ['server/index.js', 'server/password-strength.worker.js']
    for (const file of [...server, 'client/.vite/manifest.json', `${script}.br`]) {
      const whole = await readFile(join(build, file))
      await writeFile(join(build, file), '')
      const said = `The build is damaged: delete ${build} and start again.`
      expect.soft(await refusal({}, { cwd }), file).toBe(said)
      await writeFile(join(build, file), whole)
    }
    await rm(join(build, script))
    expect(await refusal({}, { cwd })).toBe(`The build is damaged: delete ${build} and start again.`)
    expect(await postmasterPid(join(cwd, '.data', 'postgres'))).toBe(0)
  })
})

describe('An invalid term', () => {
  test('stops the start with file, line and advice, before anything is built or changed', async () => {
    const cwd = await newClone({ sharedPackages: true })
    const file = 'content/glossary/d/dissociation.yaml'
    const words = await readFile(join(cwd, file), 'utf8')
    const at = words.split('\n').findIndex((line) => line.startsWith('type:')) + 1
    await writeFile(join(cwd, file), words.replace(/^type: .*$/m, 'type: rumour'))
    expect(await refusal({}, { cwd })).toBe(
      `${join(cwd, file)}:${at} "type" is none of clinical, community: write one of them.`,
    )
    await expect(stat(join(cwd, '.data'))).rejects.toThrow('ENOENT')
    await expect(stat(join(cwd, 'build'))).rejects.toThrow('ENOENT')
  })
})
