import file from '../../../../content/search/spanish.yaml'

const entries = file as { term: string; phrases: string[] }[]

/** Words that Spanish sentences are made of, and English ones are not. */
const markers = new Set(
  `que mi mis el los las lo una con por porque para muy estoy esta es soy se le su te de del al pero cuando como todo nada siempre
  nunca ya ella ellos esposo esposa novio novia marido mujer mama papa hijo hija hijos jefe suegra amiga amigo`.split(
    /\s+/,
  ),
)
/** The share of a search's words that some phrase must have. */
const knownShare = 0.5

let index: { byPhrase: Map<string, string>; words: Map<string, Set<string>> } | undefined

/** Built on first use. */
function loadIndex() {
  if (index) return index
  const byPhrase = new Map<string, string>()
  const words = new Map<string, Set<string>>()
  for (const { term, phrases } of entries) {
    for (const phrase of phrases) {
      byPhrase.set(phrase, term)
      for (const word of phrase.split(' ')) words.set(word, (words.get(word) ?? new Set()).add(term))
    }
  }
  index = { byPhrase, words }
  return index
}

/** Lower case, without accents and punctuation, as the head of spanish.yaml says. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Finds the English terms that answer a Spanish search.
 *
 * @returns slugs, the best first; none if the search is not Spanish
 */
export function termsForSpanish(text: string): string[] {
  const { byPhrase, words } = loadIndex()
  const folded = fold(text)
  const whole = byPhrase.get(folded)
  if (whole) return [whole]
  const searched = [...new Set(folded.split(' '))]
  const known = searched.filter((word) => words.has(word))
  const telling = known.filter((word) => !markers.has(word))
  const isSpanish = searched.some((word) => markers.has(word)) && known.length >= knownShare * searched.length
  if (!isSpanish || telling.length === 0) return []
  const scores = new Map<string, number>()
  const add = (term: string, score: number) => scores.set(term, (scores.get(term) ?? 0) + score)
  // A word of few terms says more than one of many.
  for (const word of telling) {
    const terms = words.get(word) ?? []
    for (const term of terms) add(term, Math.log(1 + entries.length / [...terms].length))
  }
  // A whole phrase says most, the longer the more.
  for (const [phrase, term] of byPhrase)
    if (` ${folded} `.includes(` ${phrase} `)) add(term, 3 * phrase.split(' ').length)
  const sorted = [...scores].sort((a, b) => b[1] - a[1])
  const [[, best] = ['', 0]] = sorted
  return sorted.filter(([, score]) => score >= best / 2).map(([term]) => term)
}
