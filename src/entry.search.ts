/** What the header search loads with its index, when somebody enters it: pages that are only read do not carry it. */
import type { SearchIndex } from './domains/glossary/search/contract.ts'
import { indexSearch as search } from './domains/glossary/search/finder/rules.ts'
import { knowNumbers, showHelp } from './domains/glossary/search/help.element.ts'

showHelp()

/** The search over an index, which also brings the numbers that are shown above what it finds. */
export function indexSearch(index: SearchIndex) {
  knowNumbers(index.crisis)
  return search(index)
}
