import { listLetters, listTerms } from '../domains/glossary/terms.reads.server.ts'
import type { GlossaryAddress } from '../domains/glossary/terms.rules.ts'
import { pageSize, readGlossaryAddress, searchLimit } from '../domains/glossary/terms.rules.ts'
import { chooseTermOfTheDay } from '../domains/glossary/terms.writes.server.ts'
import { toUtcDate } from '../platform/clock.ts'
import { loggable } from '../platform/log.server.ts'
import type { Platform } from '../platform/platform.ts'
import { withRetries } from './with-retries.ts'

/** Reads a glossary list. Never throws: `found` and `status` report a failure. */
export async function readGlossaryPage({ database, clock, log }: Platform, params: URLSearchParams) {
  const address = readGlossaryAddress(params)
  const [today, letters, { found, status }] = await Promise.all([
    withRetries(log, () => chooseTermOfTheDay(database, toUtcDate(clock.now()))),
    withRetries(log, () => listLetters(database)),
    findTerms({ database, log }, address),
  ])
  // An incomplete page or a user's search must not be cached (safety point 12).
  const isCacheable = !address.search && today !== undefined && letters !== undefined && status === 200
  return { address, today, letters: letters ?? [], found, status, isCacheable }
}

async function findTerms({ database, log }: Pick<Platform, 'database' | 'log'>, address: GlossaryAddress) {
  if (address.search.length > searchLimit) return { found: 'too-long' as const, status: 400 }
  try {
    const found = await listTerms(database, {
      search: address.search,
      type: address.type === 'all' ? undefined : address.type,
      sort: address.sort,
      letter: address.letter,
      offset: (address.from - 1) * pageSize,
      limit: (address.page - address.from + 1) * pageSize,
    })
    return { found, status: 200 }
  } catch (thrown) {
    log.error('the list of terms could not be read', { error: loggable(thrown) })
    return { found: 'failed' as const, status: 503 }
  }
}
