/** Loaded when the header search gets focus. */
import { fillHelpLines, showCrisisCard } from '../domains/crisis/crisis-card.client.ts'
import { indexSearch, nameSearch } from '../domains/glossary/search/ranking.rules.ts'
import { partialEntriesOf } from '../domains/glossary/search/search.contract.ts'

export { describeResults, formatReason } from '../domains/glossary/search/search-texts.rules.ts'

showCrisisCard()

export { fillHelpLines, indexSearch }

/** Searches names and aliases in the part of the JSON that has loaded. */
export function earlySearch(text: string) {
  const terms = partialEntriesOf(text)
  return terms && nameSearch(terms)
}
