import type { Clock } from './clock.ts'
import type { Config } from './config.server.ts'
import type { MasterKey } from './crypto.server.ts'
import type { Database } from './database/pool.server.ts'
import type { Log } from './log.server.ts'

/** Created once at startup. */
export type Platform = {
  config: Config
  database: Database
  /** Reaches only the schema `auth`. */
  authDatabase: Database
  masterKey: MasterKey
  clock: Clock
  log: Log
  /** Undefined with an external database. */
  isDiskLow?: () => boolean
}
