import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/start.ts'
import { ensureRoles, roles } from '../../src/platform/database/roles.server.ts'
import { startFaultProxy } from './network-fault-proxy.ts'
import { startProduct } from './product.ts'

/** Starts a product with an external PostgreSQL, connected through a fault proxy. */
export async function startProductBehindFaultProxy() {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-gone-'))
  const dataDir = join(folder, 'database')
  await mkdir(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, holder: `unfog tests, process ${process.pid}` })
  const { host, port, database } = postgres.connection('unfog_superuser')
  const proxy = await startFaultProxy(join(host, `.s.PGSQL.${port}`))
  const superuser = new pg.Client(postgres.connection('unfog_superuser'))
  await superuser.connect()
  await ensureRoles(superuser, 'peer')
  // One login serves and authenticates, as an operator would configure it.
  await superuser.query(`grant ${roles.auth} to ${roles.app}`)
  await superuser.end()
  const product = await startProduct({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: `postgres://${roles.app}@127.0.0.1:${proxy.port}/${database}`,
    MIGRATION_DATABASE_URL: `postgres://unfog_superuser@127.0.0.1:${proxy.port}/${database}`,
  })
  return {
    product,
    proxy,
    async stop() {
      await product.stop()
      await proxy.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
