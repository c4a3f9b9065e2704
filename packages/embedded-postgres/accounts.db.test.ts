import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  cleanUp,
  copyBundle,
  isRoot,
  newFolder,
  postmasterPid,
  query,
  startServer,
} from './embedded.fixture.ts'
import { findNobody } from './os-user.ts'
import { startEmbeddedPostgres } from './start.ts'

/** An ordinary user: neither root nor the one that runs PostgreSQL for root. */
const ordinary = { uid: 1, gid: 1 }

/** Root without the capability to read all folders, as in a container. */
const bounded = ['setpriv', '--bounding-set=-dac_read_search']

const may = (...command: string[]) =>
  isRoot && spawnSync(command[0] ?? '', command.slice(1), { cwd: '/' }).status === 0
const hasSetpriv = may('setpriv', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search', 'true')
const othersReachUs =
  isRoot &&
  spawnSync(process.execPath, [join(import.meta.dirname, 'problems.ts')], { cwd: '/', ...ordinary })
    .status === 0

/** The effective user and capabilities of a process. */
async function accountOf(pid: number): Promise<[uid: number, rights: bigint]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return [
    Number(/^Uid:\s+\d+\s+(\d+)/m.exec(status)?.[1]),
    BigInt(`0x${/^CapEff:\s+(\w+)/m.exec(status)?.[1]}`),
  ]
}

describe.runIf(isRoot && process.platform === 'linux')(
  'The OS user of the embedded PostgreSQL',
  { timeout: 60_000 },
  () => {
    afterEach(cleanUp)

    it('is nobody without capabilities when root starts it', async () => {
      const { dataDir, cluster } = await newFolder()
      const postgres = await startEmbeddedPostgres({ dataDir, holder: 'test' })
      const { uid } = await findNobody()
      expect(await accountOf(await postmasterPid(cluster))).toEqual([uid, 0n])
      expect((await stat(cluster)).uid).toBe(uid)
      expect((await stat(dataDir)).mode & 0o007).toBe(0)
      expect((await stat(postgres.connection('').host)).uid).toBe(uid)
      await postgres.stop()
    })

    it.runIf(hasSetpriv)(
      'is nobody with CAP_DAC_READ_SEARCH in a home folder that others may not read',
      async () => {
        const { parent, dataDir, cluster } = await newFolder()
        await copyBundle(join(parent, 'native'))
        await chmod(parent, 0o700)
        for (const holder of ['first', 'second']) {
          const postgres = await startEmbeddedPostgres({ dataDir, holder, binaries: join(parent, 'native') })
          const [uid, rights] = await accountOf(await postmasterPid(cluster))
          expect(uid).toBe((await findNobody()).uid)
          // capabilities(7): CAP_DAC_READ_SEARCH is number 2.
          expect(rights).toBe(1n << 2n)
          expect(await query(postgres.connection('unfog_superuser'), 'select 1 as one')).toEqual([{ one: 1 }])
          await postgres.stop()
        }
      },
    )

    it.runIf(hasSetpriv)(
      'is rejected in a home folder that others may not read if it cannot get CAP_DAC_READ_SEARCH',
      async () => {
        const { parent, dataDir } = await newFolder()
        await chmod(parent, 0o700)
        const { refused } = await startServer({ dataDir }, { under: bounded }).says()
        expect(refused).toMatch(
          /^As root, PostgreSQL runs as another user .*cannot reach .*data of the product.*\.$/,
        )
        await chmod(parent, 0o755)
        expect((await startServer({ dataDir }, { under: bounded }).says()).connection).toBeTruthy()
      },
    )

    it('is the owner of an existing cluster; a cluster of root is given to nobody', async () => {
      const { dataDir, cluster } = await newFolder()
      await (await startEmbeddedPostgres({ dataDir, holder: 'test' })).stop()
      await give(cluster, ordinary)
      const fromOwner = await startEmbeddedPostgres({ dataDir, holder: 'test' })
      expect((await accountOf(await postmasterPid(cluster)))[0]).toBe(ordinary.uid)
      await fromOwner.stop()

      await give(cluster, { uid: 0, gid: 0 })
      const asNobody = await startEmbeddedPostgres({ dataDir, holder: 'test' })
      const { uid } = await findNobody()
      expect((await accountOf(await postmasterPid(cluster)))[0]).toBe(uid)
      await asNobody.stop()
      for (const name of await readdir(cluster, { recursive: true }))
        expect((await stat(join(cluster, name))).uid).toBe(uid)
    })

    it.runIf(othersReachUs)(
      'is the ordinary user who starts it; root may take over a killed start, other users may not',
      async () => {
        const { parent, dataDir, cluster } = await newFolder()
        await chown(parent, ordinary.uid, ordinary.gid)
        const server = startServer({ dataDir, holder: 'an ordinary user' }, ordinary)
        const { connection } = await server.says()
        const pid = await postmasterPid(cluster)
        expect(await accountOf(pid)).toEqual([ordinary.uid, 0n])
        expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
        expect((await stat(connection.host)).uid).toBe(ordinary.uid)
        expect((await startServer({ dataDir }, ordinary).says()).refused).toContain(
          'in use by an ordinary user.',
        )
        expect((await startServer({ dataDir }).says()).refused).toContain('in use by an ordinary user.')
        expect((await startServer({ dataDir }, { uid: 2, gid: 2 }).says()).refused).toContain(
          'may not read and write',
        )
        await server.kill()
        const adopted = await startEmbeddedPostgres({ dataDir, holder: 'root' })
        expect(await postmasterPid(cluster)).toBe(pid)
        await adopted.stop()
        const again = startServer({ dataDir }, ordinary)
        expect((await again.says()).connection).toBeTruthy()
        await again.stop()
      },
    )

    it.runIf(othersReachUs)('gets an error that names the folder it may not read and write', async () => {
      const { parent, dataDir, cluster } = await newFolder()
      expect((await startServer({ dataDir }, ordinary).says()).refused).toMatch(
        /^The user daemon may not read and write /,
      )
      await chown(parent, ordinary.uid, ordinary.gid)
      await mkdir(cluster, { recursive: true })
      await chown(dataDir, ordinary.uid, ordinary.gid)
      expect((await startServer({ dataDir }, ordinary).says()).refused).toMatch(
        /^The database in .* belongs to another user/,
      )
      await chown(cluster, ordinary.uid, ordinary.gid)
      await chmod(dataDir, 0o500)
      expect((await startServer({ dataDir }, ordinary).says()).refused).toMatch(
        /^The user daemon may not read and write /,
      )
    })

    it.runIf(othersReachUs)('needs an entry in /etc/passwd', async () => {
      const { parent, dataDir } = await newFolder()
      await chown(parent, 54321, 54321)
      expect((await startServer({ dataDir }, { uid: 54321, gid: 54321 }).says()).refused).toMatch(
        /^The user id 54321 has no entry in \/etc\/passwd/,
      )
    })

    it.runIf(othersReachUs)("can run another user's binaries if their symlinks exist", async () => {
      const { parent, dataDir } = await newFolder()
      const native = join(parent, 'native')
      await copyBundle(native)
      await mkdir(dataDir)
      await chown(dataDir, ordinary.uid, ordinary.gid)
      const server = startServer({ dataDir, binaries: native }, ordinary)
      expect((await server.says()).connection).toBeTruthy()
      await server.stop()
      await cp(native, join(parent, 'bare'), { recursive: true, filter: (path) => !path.endsWith('.so.5') })
      expect(
        (await startServer({ dataDir, binaries: join(parent, 'bare') }, ordinary).says()).refused,
      ).toMatch(/lacks links that this user cannot make/)
    })
  },
)

async function give(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid)
  await chown(folder, uid, gid)
}
