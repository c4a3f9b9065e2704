/** What the header search loads with its index, when somebody enters it: pages that are only read do not carry it. */

import { setCrisisNumbers, showCrisisCard } from '../domains/glossary/search/crisis-card.client.ts'
import { nameSearch, indexSearch as search } from '../domains/glossary/search/ranking.rules.ts'
import { partialEntriesOf, type SearchIndex } from '../domains/glossary/search/search.contract.ts'

showCrisisCard()

/** The search over an index, which also brings the numbers that are shown above what it finds. */
export function indexSearch(index: SearchIndex) {
  setCrisisNumbers(index.crisis)
  return search(index)
}

/** A search by names and aliases, as soon as they have come. @param text the JSON of the index as far as it has come */
export function earlySearch(text: string) {
  const terms = partialEntriesOf(text)
  return terms && nameSearch(terms)
}
