import type { Platform } from '../../platform/platform.ts'
import { readTermsBySlug } from '../glossary/reads.server.ts'
import { type Demo, demoStats, type Samples } from './contract.ts'
import { demoOf, namedTerms } from './rules.ts'

/**
 * What the demo shows: the sample data with its terms as the glossary has them now. Nothing here knows who asks.
 *
 * @param samples as `readSamples` gave them
 */
export async function readDemo(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  samples: Samples,
): Promise<Demo> {
  const terms = await readTermsBySlug(database, namedTerms(samples))
  return demoOf(samples, terms, clock.now(), demoStats)
}
