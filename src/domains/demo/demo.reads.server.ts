import { loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { readTermsBySlug } from '../glossary/terms.reads.server.ts'
import type { Demo, Samples } from './demo.contract.ts'
import { buildDemo, namedTerms } from './demo.rules.ts'

/** The same for every visitor. Never throws. */
export async function readDemo(
  { database, clock, log }: Pick<Platform, 'database' | 'clock' | 'log'>,
  samples: Samples,
): Promise<Demo> {
  try {
    const terms = await readTermsBySlug(database, namedTerms(samples))
    return buildDemo(samples, terms, clock.now())
  } catch (thrown) {
    log.error('the terms of the demo could not be read', { error: loggable(thrown) })
    return { ...buildDemo(samples, [], clock.now()), failed: true }
  }
}
