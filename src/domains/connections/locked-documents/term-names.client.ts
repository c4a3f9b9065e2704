import { apiFetch } from '../../../platform/api-client.ts'
import type { Entry } from '../entries.contract.ts'

export type LinkedTerm = Entry['terms'][number]

/** How long names are used (milliseconds). */
const staleTime = 10 * 60_000

let names: ReadonlyMap<string, LinkedTerm> | undefined
let fetchedAt = Number.NEGATIVE_INFINITY
let request: Promise<ReadonlyMap<string, LinkedTerm>> | undefined

/**
 * All terms by id. They are fetched as a whole, so that no request tells which one is linked.
 *
 * @throws ApiProblem when there are none yet: without them, saving would lose the links
 */
export async function readTermNames(): Promise<ReadonlyMap<string, LinkedTerm>> {
  if (names && performance.now() - fetchedAt < staleTime) return names
  request = request ?? fetchNames()
  try {
    return await request
  } catch (thrown) {
    if (names) return names
    throw thrown
  } finally {
    request = undefined
  }
}

async function fetchNames() {
  const { terms } = await apiFetch<{ terms: LinkedTerm[] }>('/terms/names')
  names = new Map(terms.map((term) => [term.id, term]))
  fetchedAt = performance.now()
  return names
}

export function forgetTermNames(): void {
  names = undefined
}
