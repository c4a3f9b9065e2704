/** Loaded with the index when the header search gets focus, so that pages stay small. */
import { setCrisisNumbers, showCrisisCard } from '../domains/glossary/search/crisis-card.client.ts'
import { nameSearch, indexSearch as search } from '../domains/glossary/search/ranking.rules.ts'
import { partialEntriesOf, type SearchIndex } from '../domains/glossary/search/search.contract.ts'

showCrisisCard()

/** @returns the search over an index, which also brings the crisis numbers shown above results */
export function indexSearch(index: SearchIndex) {
  setCrisisNumbers(index.crisis)
  return search(index)
}

/** @param text the JSON of the index as far as it has loaded @returns a search by names and aliases, once these have loaded */
export function earlySearch(text: string) {
  const terms = partialEntriesOf(text)
  return terms && nameSearch(terms)
}
