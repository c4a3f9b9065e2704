import type { Clock } from './clock.ts'
import type { Config } from './config.server.ts'
import type { MasterKey } from './crypto.server.ts'
import type { Database } from './database/pool.server.ts'
import type { Log } from './log.server.ts'

/** What the house stands on, made once at start and handed to every request. */
export type Platform = {
  config: Config
  database: Database
  /** Reaches the schema `auth`, and nothing personal beside it (database/roles.server.ts). */
  authDatabase: Database
  masterKey: MasterKey
  clock: Clock
  log: Log
  /** Whether the disk with the data is nearly full; left out where it is not ours to know. */
  isDiskLow?: () => boolean
}
