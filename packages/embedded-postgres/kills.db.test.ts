import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  cleanUp,
  copiedClusters,
  isRoot,
  kill,
  postmasterPid,
  query,
  startServer,
} from './embedded.fixture.ts'
import { processState } from './process-status.ts'
import { startEmbeddedPostgres } from './start.ts'

/** Small Linux images have no `ps`, and do not need it. */
const hasPs = spawnSync('ps', ['-ww', '-o', 'state=,command=', '-p', String(process.pid)]).status === 0

const newCluster = copiedClusters()

/** A started server with a committed row. */
async function serverWithRow() {
  const place = await newCluster()
  const server = startServer({ dataDir: place.dataDir, holder: 'unfog, killed' })
  const { connection } = await server.says()
  return { ...place, server, connection, pid: await postmasterPid(place.cluster) }
}

async function startsWithRow(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, holder: 'unfog, next' })
  const rows = await query(postgres.connection('unfog_superuser'), 'select one from kept')
  expect(rows).toEqual([{ one: 1 }])
  return postgres
}

/** Writes a `postmaster.pid` as if a killed PostgreSQL had had this pid. */
async function leavePidFile(cluster: string, pid: number | '') {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, pid === '' ? '' : [pid, ...lines.slice(1)].join('\n'))
}

/** Spawn options for the user of PostgreSQL, which itself refuses to start if a process of that user has the pid. */
async function asOwnerOf(cluster: string): Promise<{ uid?: number; gid?: number }> {
  const { uid, gid } = await stat(cluster)
  return isRoot ? { uid, gid } : {}
}

describe('The embedded PostgreSQL after kill -9', { timeout: 60_000 }, () => {
  const strangers: ChildProcess[] = []
  afterEach(async () => {
    for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL')
    await cleanUp()
  })

  it('of the server: the next start takes over the running PostgreSQL', async () => {
    const { dataDir, cluster, server, connection, pid } = await serverWithRow()
    await server.kill()
    expect(await processState(pid, cluster)).toBe('ours')
    const postgres = await startsWithRow(dataDir)
    expect(await postmasterPid(cluster)).toBe(pid)
    expect(postgres.connection('unfog_superuser')).toEqual(connection)
    expect((await startServer({ dataDir }).says()).refused).toContain('in use by unfog, next.')
    await postgres.stop()
    expect(await processState(pid, cluster)).toBe('gone')
  })

  it('of PostgreSQL: the server is notified, and the next start works', async () => {
    const { dataDir, server, pid } = await serverWithRow()
    await kill(pid)
    expect((await server.says()).lost).toBeTruthy()
    await server.stop()
    await (await startsWithRow(dataDir)).stop()
  })

  it('of PostgreSQL: the same process can stop and start again', async () => {
    const { dataDir, cluster } = await newCluster()
    let lost = 0
    const first = await startEmbeddedPostgres({ dataDir, holder: 'first', onLost: () => lost++ })
    await kill(await postmasterPid(cluster))
    await first.stop()
    const second = await startEmbeddedPostgres({ dataDir, holder: 'second' })
    await second.stop()
    expect(lost).toBeLessThanOrEqual(1)
  })

  it('of both during a write: the next start waits for the old backend, and no acknowledged row is lost', async () => {
    const { dataDir, server, connection, pid } = await serverWithRow()
    const rows = 300_000
    const acknowledged = query(connection, `insert into kept select 2 from generate_series(1, ${rows})`).then(
      () => rows,
      () => 0,
    )
    await server.kill()
    await kill(pid)
    const postgres = await startEmbeddedPostgres({ dataDir, holder: 'unfog, next' })
    const admin = postgres.connection('unfog_superuser')
    const [found] = await query(
      admin,
      'select count(*) filter (where one = 1)::int as ones, count(*) filter (where one = 2)::int as twos from kept',
    )
    expect(found).toEqual({ ones: 1, twos: await acknowledged })
    await postgres.stop()
  })

  it('starts when another program has the old pid, and does not kill that program', async () => {
    const { dataDir, cluster, server, pid } = await serverWithRow()
    await server.kill()
    await kill(pid)
    const stranger = spawn('sleep', ['60'], await asOwnerOf(cluster))
    strangers.push(stranger)
    await once(stranger, 'spawn')
    await leavePidFile(cluster, stranger.pid as number)
    expect(await processState(stranger.pid as number, cluster)).toBe('other')
    await (await startsWithRow(dataDir)).stop()
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  it('treats a zombie process as ended', async () => {
    const { dataDir, cluster, server, pid } = await serverWithRow()
    await server.kill()
    await kill(pid)
    // Its parent becomes a program that never waits for its children.
    const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      ...(await asOwnerOf(cluster)),
    })
    strangers.push(parent)
    const zombie = Number.parseInt(String(await once(parent.stdout, 'data')), 10)
    await expect.poll(() => processState(zombie, cluster)).toBe('gone')
    expect(process.kill(zombie, 0), 'a zombie still answers to its number').toBe(true)
    await leavePidFile(cluster, zombie)
    if (hasPs) expect(await processState(zombie, cluster, 'darwin')).toBe('gone')
    await (await startsWithRow(dataDir)).stop()
  })

  it('starts despite an empty pid file, as after a power failure', async () => {
    const { dataDir, cluster, server, pid } = await serverWithRow()
    await server.kill()
    await kill(pid)
    await leavePidFile(cluster, '')
    await (await startsWithRow(dataDir)).stop()
  })

  it.runIf(hasPs)('recognizes its process with `ps` where there is no /proc', async () => {
    const { cluster, server, pid } = await serverWithRow()
    expect(await processState(pid, cluster, 'darwin')).toBe('ours')
    expect(await processState(process.pid, cluster, 'darwin')).toBe('other')
    expect(await processState(pid, `${cluster}-other`, 'darwin')).toBe('other')
    await server.stop()
    expect(await processState(pid, cluster, 'darwin')).toBe('gone')
  })
})
