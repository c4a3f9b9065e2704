/** `npm run schema`: writes `database/schema.sql`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../packages/embedded-postgres/start.ts'
import { dumpSchema } from '../src/platform/database/dump-schema.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { ensureRoles } from '../src/platform/database/roles.server.ts'
import { migrationsFolder } from '../src/server/boot/database.ts'

const folder = await mkdtemp(join(tmpdir(), 'unfog-schema-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, holder: 'unfog schema' })
const client = new pg.Client(postgres.connection('unfog_superuser'))
await client.connect()
await ensureRoles(client, 'peer')
await migrate(client, migrationsFolder)
await writeFile(join(migrationsFolder, '..', 'schema.sql'), await dumpSchema(client))
await client.end()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
