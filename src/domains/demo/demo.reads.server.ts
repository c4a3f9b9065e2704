import { loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { readTermsBySlug } from '../glossary/terms.reads.server.ts'
import { type Demo, demoStats, type Samples } from './demo.contract.ts'
import { buildDemo, namedTerms } from './demo.rules.ts'

/**
 * What the demo shows: the sample data with its terms as the glossary has them now, the same for every visitor. It never throws.
 *
 * @param samples as `readSamples` gave them
 */
export async function readDemo(
  { database, clock, log }: Pick<Platform, 'database' | 'clock' | 'log'>,
  samples: Samples,
): Promise<Demo> {
  try {
    const terms = await readTermsBySlug(database, namedTerms(samples))
    return buildDemo(samples, terms, clock.now(), demoStats)
  } catch (thrown) {
    log.error('the terms of the demo could not be read', { error: loggable(thrown) })
    return { ...buildDemo(samples, [], clock.now(), demoStats), failed: true }
  }
}
