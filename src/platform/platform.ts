import type { Clock } from './clock.ts'
import type { Config } from './config.server.ts'
import type { MasterKey } from './crypto.server.ts'
import type { Database } from './database/pool.server.ts'
import type { Log } from './log.server.ts'

/** Shared dependencies, created once at startup and passed to every request. */
export type Platform = {
  config: Config
  database: Database
  /** Reaches only the schema `auth` (database/roles.server.ts). */
  authDatabase: Database
  masterKey: MasterKey
  clock: Clock
  log: Log
  /** Whether the data disk is nearly full; undefined with an external database. */
  isDiskLow?: () => boolean
}
