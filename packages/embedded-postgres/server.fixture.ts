import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './start.ts'

/**
 * A minimal server for tests that kill it or run it as another user. It starts PostgreSQL with the options in its argument (JSON), prints
 * events as JSON lines, and stops on SIGTERM.
 */
const options = JSON.parse(process.argv[2] ?? '{}')
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const postgres = await startEmbeddedPostgres({
    ...options,
    onLost: (error) => print({ lost: error.message }),
  })
  process.once('SIGTERM', async () => {
    await postgres.stop()
    process.exit(0)
  })
  print({ connection: postgres.connection('unfog_superuser') })
  // Stays alive, as a server with an open port does.
  await sleep(2 ** 30)
} catch (thrown) {
  print({ refused: thrown instanceof EmbeddedPostgresError ? thrown.message : `not explained: ${thrown}` })
  process.exit(1)
}
