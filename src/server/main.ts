import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
  letGo()
  console.log(`ready ${server.address}`)
} catch (thrown) {
  if (asked.signal.aborted) process.exit()
  const plain = explained.some((kind) => thrown instanceof kind)
  console.error(plain ? (thrown as Error).message : thrown)
  process.exit(1)
}

/**
 * Gives back the memory of the start, which reads 700 files and takes a third more than serving does: left alone, V8 keeps it. Before
 * the first page, because it takes 0.1 s.
 */
function letGo() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
