import { ConfigError, readConfig } from '../platform/config.server.ts'
import { EmbeddedPostgresError } from '../platform/database/embedded/start.server.ts'
import { DatabaseSetupError } from '../platform/database/setup-error.ts'
import { createLog } from '../platform/log.server.ts'
import { BuildError } from './build.ts'
import { ContentError } from './content.ts'
import { startServer } from './run.ts'

/** What an operator can mend is said in one sentence; anything else is ours and comes with its stack. */
const explained = [ConfigError, DatabaseSetupError, EmbeddedPostgresError, ContentError, BuildError]

const asked = new AbortController()
let askedAt = 0
const stop = () => {
  // npm passes on the Ctrl-C that the terminal has already sent to us: one wish arrives twice. Whoever asks later means it.
  if (asked.signal.aborted && performance.now() - askedAt > 1_000) process.exit(1)
  if (!asked.signal.aborted) askedAt = performance.now()
  asked.abort()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

try {
  const config = readConfig()
  const server = await startServer(config, createLog(config.logLevel), {
    development: process.argv.includes('--dev'),
    signal: asked.signal,
  })
  asked.signal.addEventListener('abort', () => {
    // The exit code is 0, or what was set when the server itself asked.
    server.stop().then(
      () => process.exit(),
      () => process.exit(1),
    )
  })
  console.log(`ready ${server.address}`)
} catch (thrown) {
  if (asked.signal.aborted) process.exit()
  const plain = explained.some((kind) => thrown instanceof kind)
  console.error(plain ? (thrown as Error).message : thrown)
  process.exit(1)
}
