import { createHook } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
  holdTick()
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
    // When nothing holds the content any more, of which most is in the database now.
    setImmediate(() => {
      letGo()
      log.flush()
      console.log(`ready ${server.address}`)
    })
  } catch (thrown) {
    refuse(thrown, asked)
  }
}

/** Gives back the memory of the start, which V8 would keep. Before the first page, because it takes 0.1 s. */
function letGo() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const held: object[] = []

/**
 * What `process.nextTick` makes lives for a moment only. Once a collection finds none of it V8 forgets its shape, and makes every
 * later one the slow way: a fifth of the processor time of a kept page (docs/decisions/023). So one of them is held.
 */
function holdTick() {
  const ticks = createHook({ init: (_id, _type, _trigger, made) => held.push(made), trackPromises: false })
  ticks.enable()
  process.nextTick(() => {})
  ticks.disable()
}
