import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'
import { cleanUp, copyBundle, isRoot, newFolder, query } from './embedded.fixture.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './start.ts'

const mounts: string[] = []

/** Mounts a tmpfs at a folder. @returns whether that is allowed (root outside a restricted container) */
function mount(folder: string, options: string): boolean {
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]).status === 0
  if (done) mounts.push(folder)
  return done
}

/** Expects the start to fail with one sentence. @returns it */
async function refusal(options: { dataDir: string; binaries?: string }): Promise<string> {
  const thrown = await startEmbeddedPostgres({ holder: 'test', ...options }).then(
    async (postgres) => await postgres.stop(),
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(EmbeddedPostgresError)
  const { message } = thrown as Error
  expect(message).toMatch(/^[^\n]+\.$/)
  return message
}

describe('The start of the embedded PostgreSQL fails with one sentence', { timeout: 60_000 }, () => {
  afterEach(async () => {
    for (const folder of mounts.splice(0)) spawnSync('umount', [folder])
    await cleanUp()
  })

  it('when DATA_DIR is a file, or a path below one', async () => {
    const { dataDir } = await newFolder()
    await writeFile(dataDir, 'a file')
    const sentence = `${dataDir} is not a folder: move that file away, or set another DATA_DIR.`
    expect(await refusal({ dataDir })).toBe(sentence)
    expect(await refusal({ dataDir: join(dataDir, 'below') })).toContain('is not a folder')
  })

  // Root may write everywhere.
  if (!isRoot)
    it('when DATA_DIR cannot be written or read', async () => {
      const { dataDir } = await newFolder()
      await mkdir(dataDir)
      await chmod(dataDir, 0o500)
      expect(await refusal({ dataDir })).toMatch(/The user .* may not read and write .*: give it that right/)
      await chmod(dataDir, 0o000)
      expect(await refusal({ dataDir })).toMatch(/The user .* may not read and write .*: give it that right/)
      await chmod(dataDir, 0o700)
    })

  it('when the file system is read-only', async ({ skip }) => {
    const { dataDir } = await newFolder()
    await mkdir(dataDir)
    if (!mount(dataDir, 'ro')) return skip('may not mount here')
    const sentence = `${dataDir} is on a read-only file system: set DATA_DIR to a folder that can be written.`
    expect(await refusal({ dataDir })).toBe(sentence)
    expect(await refusal({ dataDir: join(dataDir, 'new') })).toContain('is on a read-only file system')
  })

  it('when the disk is full, at the first or a later start, and succeeds once there is space', async ({
    skip,
  }) => {
    const { dataDir, cluster } = await newFolder()
    await mkdir(dataDir)
    if (!mount(dataDir, 'size=5m,mode=755')) return skip('may not mount here')
    const sentence = `The disk that holds ${dataDir} is full: free some space, or set another DATA_DIR.`
    expect(await refusal({ dataDir })).toBe(sentence)
    expect(spawnSync('ls', ['-A', dataDir], { encoding: 'utf8' }).stdout).toBe('postgres.lock\n')

    spawnSync('mount', ['-o', 'remount,size=200m', dataDir])
    const postgres = await startEmbeddedPostgres({ dataDir, holder: 'test' })
    await query(postgres.connection('unfog_superuser'), 'create table kept as select 1 as one')
    await postgres.stop()
    const ballast = join(dataDir, 'ballast')
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096'])
    expect(await refusal({ dataDir })).toBe(sentence)
    await rm(ballast)
    const again = await startEmbeddedPostgres({ dataDir, holder: 'test' })
    expect(await query(again.connection('unfog_superuser'), 'select one from kept')).toEqual([{ one: 1 }])
    await again.stop()
    expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('18\n')
  })

  it('when the cluster has another major version, or is something else', async () => {
    const { dataDir, cluster } = await newFolder()
    await mkdir(cluster, { recursive: true })
    await writeFile(join(cluster, 'holiday.jpg'), '')
    expect(await refusal({ dataDir })).toBe(
      `${cluster} holds something else than a database: move it away, or set another DATA_DIR.`,
    )
    await writeFile(join(cluster, 'PG_VERSION'), '17\n')
    expect(await refusal({ dataDir })).toContain('was made by PostgreSQL 17, and this is PostgreSQL 18: ')
    await rm(cluster, { recursive: true })
    await writeFile(cluster, '')
    expect(await refusal({ dataDir })).toContain(`${cluster} is not a folder`)
  })

  it('when PostgreSQL itself reports an error', async () => {
    const { dataDir, cluster } = await newFolder()
    await (await startEmbeddedPostgres({ dataDir, holder: 'test' })).stop()
    await writeFile(join(cluster, 'postgresql.auto.conf'), 'shared_buffers = lots\n')
    expect(await refusal({ dataDir })).toBe(
      `PostgreSQL could not start in ${dataDir} (configuration file "${cluster}/postgresql.auto.conf" contains errors): mend that, or set DATABASE_URL.`,
    )
  })

  it('when there are no binaries for this machine, or they do not run on it', async () => {
    const { dataDir, parent } = await newFolder()
    expect(await refusal({ dataDir, binaries: parent })).toBe(
      'The bundled PostgreSQL does not run on this machine: set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
    const arch = Object.getOwnPropertyDescriptor(process, 'arch') as PropertyDescriptor
    try {
      Object.defineProperty(process, 'arch', { ...arch, value: 'abacus' })
      expect(await refusal({ dataDir })).toMatch(/^There is no bundled PostgreSQL here .*: set DATABASE_URL/)
    } finally {
      Object.defineProperty(process, 'arch', arch)
    }
  })

  it('but not when the symlinks of the binaries are missing: two concurrent calls create them', async () => {
    const { parent, dataDir } = await newFolder()
    const native = join(parent, 'native')
    await copyBundle(native)
    const links: { target: string }[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
    for (const { target } of links) await rm(join(parent, target), { force: true })
    await Promise.all([findBinaries(native), findBinaries(native)])
    await (await startEmbeddedPostgres({ dataDir, holder: 'test', binaries: native })).stop()
    for (const { target } of links) expect(await readlink(join(parent, target))).not.toContain('/')
  })
})
