import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../../src/platform/database/pool.server.ts'
import { ask } from './request.ts'
import { postmasterPid } from './start-directory.ts'
import { createTestUser, type TestUser } from './user.ts'

const report = join(import.meta.dirname, '..', '..', 'bench', 'reliability.md')

/** Replaces one section of bench/reliability.md. */
export async function writeFigures(title: string, lines: string[]): Promise<void> {
  const existing = await readFile(report, 'utf8').catch(() => '')
  const sections = new Map(
    existing
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
  )
  const environment = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores.`
  sections.set(title, `${title}\n\n${[environment, ...lines].join('\n')}\n\n`)
  const body = [...sections.values()].sort().map((text) => `## ${text.trimEnd()}\n`)
  await writeFile(
    report,
    `# How it stands what goes wrong\n\nWritten by \`npm run test:stress\`.\n\n${body.join('\n')}`,
  )
}

/** Creates users with sessions in a product's embedded database. */
export async function createUsers(dataDir: string, total: number): Promise<TestUser[]> {
  const auth = openDatabase(await ownConnection(dataDir), 'unfog_auth', 1)
  const all: TestUser[] = []
  for (let count = 0; count < total; count++) all.push(await createTestUser({ auth }))
  await auth.destroy()
  return all
}

async function ownConnection(dataDir: string) {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { host: lines[4] ?? '', port: 5432, user: 'unfog_superuser', database: 'unfog' }
}

/** Saves a Connection whose text is its id. @returns its id, the status (0 if the connection was cut) and the body */
export async function writeConnection(address: string, { cookie }: TestUser, more = '') {
  const id = uuidv7()
  const { status, body } = await ask(address, '/api/journal-entries', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, content: id + more }),
  }).catch(() => ({ status: 0, body: '' }))
  return { id, status, body: body.toString() }
}

/** The ids of the user's Connections that decrypt to their id. */
export async function idsOf(address: string, { cookie }: TestUser): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after = ''; ; ) {
    const { body } = await ask(address, `/api/journal-entries?limit=100${after}`, {
      headers: { Cookie: cookie },
    })
    const { entries, next }: { entries: { id: string; content: string }[]; next: string | null } = JSON.parse(
      body.toString(),
    )
    for (const { id, content } of entries) if (content.startsWith(id)) ids.add(id)
    if (next === null) return ids
    after = `&after=${next}`
  }
}

/** Mounts a small tmpfs that can be filled. @returns undefined if mounting is not allowed */
export async function smallDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' }),
    free: () => rm(filler, { force: true }),
    async remove() {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const postmasterOf = (dataDir: string): Promise<number> => postmasterPid(join(dataDir, 'postgres'))
