import idioms from '../../../../content/search/idioms.yaml'
import { stem, tokenize } from './tokenizer.rules.ts'

/** Pronouns, auxiliaries and fillers. Without them `cuts her off` and `cut me off` are the same. */
const fillers = new Set(
  (
    'a all always am an and are be been being constantly even ever had has have he her hers hes him his i id ill im is it its ive just keep ' +
    'keeps kept me my of our really she shes so such than that the their them then theyre they this to too us very was we were you your youre'
  ).split(' '),
)
/** Words that are equal here: negations, and pronouns and forms of "be" for any person. */
const equivalents = new Map(
  'no cannot cant couldnt didnt doesnt dont isnt never nobody not wasnt wont wouldnt,he she they hes shes,him her his hers them their,himself herself,is am are was were im'
    .split(',')
    .flatMap((line) => line.split(' ').map((word, _, [first = '']) => [word, first] as const)),
)

/** The stems of a text in order, with spaces around, to compare idioms by. */
function normalizePhrase(text: string, keepFillers: boolean): string {
  const words = tokenize(text).filter((word) => keepFillers || !fillers.has(word))
  return ` ${words.map((word) => equivalents.get(word) ?? stem(word)).join(' ')} `
}

let phrasesByFirstWord: Map<string, [phrase: string, slug: string][]> | undefined

/** Built on first use. */
function loadPhrases(): Map<string, [string, string][]> {
  if (phrasesByFirstWord) return phrasesByFirstWord
  phrasesByFirstWord = new Map()
  for (const [slug, texts] of Object.entries(idioms as Record<string, string[]>)) {
    for (const text of texts) {
      const short = normalizePhrase(text, false)
      // Idioms such as `who I am` consist of fillers alone, so keep them.
      const phrase = /\S \S/.test(short) ? short : normalizePhrase(text, true)
      const firstWord = phrase.split(' ', 2)[1] ?? ''
      phrasesByFirstWord.set(firstWord, [...(phrasesByFirstWord.get(firstWord) ?? []), [phrase, slug]])
    }
  }
  return phrasesByFirstWord
}

/** Slugs of the terms whose idioms occur in a text. */
export function matchIdioms(text: string): Set<string> {
  const phrase = normalizePhrase(text, false) + normalizePhrase(text, true)
  const slugs = new Set<string>()
  for (const word of new Set(phrase.split(' ')))
    for (const [idiom, slug] of loadPhrases().get(word) ?? []) if (phrase.includes(idiom)) slugs.add(slug)
  return slugs
}
