import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './start.ts'

/**
 * A server in small, for tests that need one to kill or to run as another user: starts PostgreSQL with the options in its one
 * argument (JSON), says on standard output what came of it, one JSON object a line, and stops at SIGTERM.
 */
const options = JSON.parse(process.argv[2] ?? '{}')
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const postgres = await startEmbeddedPostgres({
    ...options,
    onLost: (error) => say({ lost: error.message }),
  })
  process.once('SIGTERM', async () => {
    await postgres.stop()
    process.exit(0)
  })
  say({ connection: postgres.connection('unfog_superuser') })
  // Alive without any connection, as a server with its open port is.
  await sleep(2 ** 30)
} catch (thrown) {
  say({ refused: thrown instanceof EmbeddedPostgresError ? thrown.message : `not explained: ${thrown}` })
  process.exit(1)
}
