import { pendingMigrations } from '../../platform/database/migrate.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import { migrationsFolder } from '../boot/database.ts'

/** `GET /readyz`: the database responds and no migration is pending. */
export async function checkReadiness(database: Database): Promise<Response> {
  try {
    const applied = await database.selectFrom('schema_migrations').select('name').execute()
    const names = applied.map(({ name }) => name)
    const pending = await pendingMigrations(migrationsFolder, names)
    if (pending.length === 0) return Response.json({ status: 'ready' })
    return problemResponse('unavailable', 'Migrations are waiting: restart the server.')
  } catch {
    return problemResponse('unavailable', 'The database does not answer.')
  }
}
