import help from '../../../content/search/help.yaml'
import { type Danger, dangers } from './danger.contract.ts'
import { dangersOfFirstTerm } from './heavy-terms.contract.ts'
import {
  compilePhrases,
  indexPhrases,
  type PhraseIndex,
  phrasesIn,
  runToEnd,
} from './phrase-notation.rules.ts'

type Group = { terms: string[]; phrases: string[] }

const { words, harmless, kinds } = help as {
  words: Record<string, string>
  harmless: string[]
  kinds: Record<Danger, Group[]>
}
const groups = dangers.flatMap((danger) => kinds[danger].map((group) => ({ ...group, danger })))

/** As in glossary/search/ranking.rules.ts. */
const sentenceWords = 3

let indexes: { harmless: PhraseIndex<null>; dangers: PhraseIndex<(typeof groups)[number]> } | undefined

function* buildIndexes() {
  const built = {
    harmless: yield* indexPhrases([{ value: null, phrases: harmless }], words),
    dangers: yield* indexPhrases(
      groups.map((group) => ({ value: group, phrases: group.phrases })),
      words,
    ),
  }
  indexes = built
  return built
}

/** Built on first use. */
const loadIndexes = () => indexes ?? runToEnd(buildIndexes())

/** Prepares everything in small steps, so that no key press on an old phone waits for it. */
export function* prepare(): Generator<void> {
  const { harmless, dangers } = indexes ?? (yield* buildIndexes())
  yield* compilePhrases(harmless)
  yield* compilePhrases(dangers)
}

/** Lower case, without accents and punctuation; a space around each word. Reads "r@pe" and "r*pe". */
function fold(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['‘’‛′`*\p{M}\p{Cf}]/gu, '')
    .replace(/@/g, 'a')
  return ` ${plain.replace(/[^a-z0-9]+/g, ' ')} `.replace(/^ +/, ' ')
}

/** Bounds the time for pasted text, also for one endless word. */
const foldSearch = (text: string) => fold(text.slice(0, 10_000)).replace(/(\w{60})\w+/g, '$1')

function matchingGroups(text: string) {
  const indexes = loadIndexes()
  let folded = foldSearch(text)
  for (const { pattern } of phrasesIn(folded, indexes.harmless)) folded = folded.replace(pattern, ' ,')
  const found = new Set([...phrasesIn(folded, indexes.dangers)].map(({ value }) => value))
  return groups.filter((group) => found.has(group))
}

/** Finds dangers in a search query. Runs locally. */
export function dangersIn(text: string): Danger[] {
  const found = new Set(matchingGroups(text).map(({ danger }) => danger))
  return dangers.filter((danger) => found.has(danger))
}

/**
 * Finds dangers in a search query by its words, or else by the term that it finds first: nobody can list all that people say.
 * @param firstTerm its slug
 */
export function dangersInSearch(text: string, firstTerm: string | undefined): readonly Danger[] {
  const spoken = dangersIn(text)
  if (spoken.length > 0 || !firstTerm) return spoken
  const folded = foldSearch(text)
  const isSentence = folded.trim().split(' ').length >= sentenceWords
  const isHarmless = !phrasesIn(folded, loadIndexes().harmless).next().done
  return isSentence && !isHarmless ? dangersOfFirstTerm(firstTerm) : []
}

/** Slugs of the terms that answer the dangers in a search query: the best of every group first. */
export function dangerTermsOf(text: string): string[] {
  const groups = matchingGroups(text)
  const ranks = [0, 1, 2, 3, 4]
  return [...new Set(ranks.flatMap((rank) => groups.flatMap(({ terms }) => terms[rank] ?? [])))]
}
