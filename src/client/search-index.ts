/** Loaded when the header search gets focus. */
import { setCrisisNumbers, showCrisisCard } from '../domains/glossary/search/crisis-card.client.ts'
import { nameSearch, indexSearch as search } from '../domains/glossary/search/ranking.rules.ts'
import { partialEntriesOf, type SearchIndex } from '../domains/glossary/search/search.contract.ts'

export { describeResults, formatReason } from '../domains/glossary/search/search-texts.rules.ts'

showCrisisCard()

export function indexSearch(index: SearchIndex) {
  setCrisisNumbers(index.crisis)
  return search(index)
}

/** Searches names and aliases in the part of the JSON that has loaded. */
export function earlySearch(text: string) {
  const terms = partialEntriesOf(text)
  return terms && nameSearch(terms)
}
