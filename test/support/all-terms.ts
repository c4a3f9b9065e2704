import type { Term } from '../../src/domains/glossary/terms.contract.ts'

/** Reads all terms, A to Z, from the public API: tests compute expected counts, since the glossary grows. */
export async function readAllTerms(address: string): Promise<Term[]> {
  const terms: Term[] = []
  for (;;) {
    const response = await fetch(`${address}/api/terms?limit=100&offset=${terms.length}`)
    const page = (await response.json()) as { terms: Term[]; total: number }
    terms.push(...page.terms)
    if (page.terms.length === 0 || terms.length >= page.total) return terms
  }
}

/** Counts the terms that a list search finds, optionally of one type. */
export async function countMatches(address: string, search: string, type = ''): Promise<number> {
  const query = new URLSearchParams({ limit: '1', search, ...(type && { type }) })
  const response = await fetch(`${address}/api/terms?${query}`)
  return ((await response.json()) as { total: number }).total
}
