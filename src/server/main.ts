import { readConfig } from '../platform/config.server.ts'
import { createLog } from '../platform/log.server.ts'
import { refuse } from './refuse.ts'
import { type Made, startServer } from './run.ts'

/**
 * Starts the server, says where it is, and stops it when that is asked for.
 *
 * @param make brings what is served, once the configuration is known to be sound
 */
export async function serve(make: () => Promise<Made>, asked: AbortSignal): Promise<void> {
  try {
    const config = readConfig()
    const log = createLog(config.logLevel)
    const server = await startServer(config, log, await make(), asked)
    asked.addEventListener('abort', () => {
      // The exit code is 0, or what was set when the server itself asked.
      server.stop().then(
        () => process.exit(),
        () => process.exit(1),
      )
    })
    log.flush()
    console.log(`ready ${server.address}`)
  } catch (thrown) {
    refuse(thrown, asked)
  }
}
