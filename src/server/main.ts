import { ConfigError, readConfig } from '../platform/config.server.ts'
import { EmbeddedPostgresError } from '../platform/database/embedded/start.server.ts'
import { DatabaseSetupError } from '../platform/database/setup-error.ts'
import { createLog } from '../platform/log.server.ts'
import { BuildError } from './build.ts'
import { ContentError } from './content.ts'
import { startServer } from './run.ts'

/** What an operator can mend is said in one sentence; anything else is ours and comes with its stack. */
const explained = [ConfigError, DatabaseSetupError, EmbeddedPostgresError, ContentError, BuildError]

try {
  const config = readConfig()
  const server = await startServer(config, createLog(config.logLevel), {
    development: process.argv.includes('--dev'),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // A second signal means it: the default action ends the process.
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  console.log(`ready ${server.address}`)
} catch (thrown) {
  const plain = explained.some((kind) => thrown instanceof kind)
  console.error(plain ? (thrown as Error).message : thrown)
  process.exit(1)
}
