import groups from '../../../../content/search/synonyms.yaml'
import { stem } from './tokenizer.rules.ts'

let synonyms: Map<string, Set<string>> | undefined

/** Built on first use: most people search for a name and never need it. */
function loadSynonyms(): Map<string, Set<string>> {
  if (synonyms) return synonyms
  synonyms = new Map()
  for (const group of groups as string[]) {
    const stems = group.split(' ').map(stem)
    for (const one of stems) {
      const others = synonyms.get(one) ?? new Set()
      for (const other of stems) if (other !== one) others.add(other)
      synonyms.set(one, others)
    }
  }
  return synonyms
}

/** @returns the stems of the synonyms of a stem; undefined if there are none */
export const synonymsOf = (wordStem: string): ReadonlySet<string> | undefined => loadSynonyms().get(wordStem)
