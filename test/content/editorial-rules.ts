import { firstSentence } from '../../src/domains/glossary/search/search.rules.ts'
import type { Finding, SourceTerm } from '../../src/domains/glossary/source/glossary-source.contract.ts'
import { findingAt } from '../../src/domains/glossary/source/glossary-source.rules.ts'
import { findNearDuplicates, splitWords } from './duplicate-check.ts'
import { readingGrade } from './readability.ts'

/** From the content guide; shares are of all terms. */
const definitionWords = { min: 45, max: 95 }
const exampleWords = { min: 15, max: 45 }
const sentenceCharacters = 160
const grades = { hardest: 13, median: 9 }
const clinicalShare = { min: 0.45, max: 0.6 }
/** Below 50 terms, 4% would forbid that two share an opening. */
const openingShare = 0.04
const openingMinimum = 2

/** Of all examples and of all definitions: a glossary of one formula tires the reader. Judged from 50 terms on. */
const voice = { speech: 0.15, firstPerson: 0.11, triples: 0.35, terms: 50 }
const speech = /["“]/
const quoted = /["“][^"”]*["”]/g
const firstPerson = /\b(?:I|my|me|we|our)\b/
const triple = /\w[^,.;:"]{0,40}, [^,.;:"]{1,40}, (?:and|or) /

/** They judge or command the reader. */
const bannedWords = /\b(?:toxic (?:person|people)|crazy|victim mentality|just leave|the narcissists?)\b/gi

const dependentOpening =
  /^["“]?(?:it|its|they|their|them|he|she|his|her|these|those|such|this (?:is|was|means|happens|can|may)|that (?:is|was|means)|which|and|but|so|or|also|then|however|instead)\b/i

const wholeGlossary = 'content/glossary'

/**
 * Checks valid terms against the content guide. A finding never stops a server.
 * @param options.now no `created_at` may be later
 */
export function editorialFindings(
  terms: readonly SourceTerm[],
  options: { minimum: number; now?: Date },
): Finding[] {
  const now = (options.now ?? new Date()).toISOString()
  return [
    ...terms.flatMap((term) => [
      ...definitionFindings(term),
      ...wordFindings(term),
      ...timeFindings(term, now),
    ]),
    ...untaggedFindings(terms),
    ...duplicateFindings(terms),
    ...openingFindings(terms),
    ...wholeFindings(terms, options.minimum),
  ]
}

const countWords = (text: string): number =>
  text.split(/[\s–—]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** A definition's reading grade, without longer words of the term's name. */
export function gradeOf(term: SourceTerm): number {
  const ignored = splitWords(term.term_name).filter((word) => word.length > 3)
  return readingGrade(term.definition, new Set(ignored))
}

function definitionFindings(term: SourceTerm): Finding[] {
  const messages: string[] = []
  const count = countWords(term.definition)
  const { min, max } = definitionWords
  if (count < min || count > max) {
    messages.push(
      `The definition has ${count} words: ${count < min ? 'lengthen' : 'shorten'} it to ${min} to ${max}.`,
    )
  }
  const sentence = firstSentence(term.definition)
  if (sentence.length > sentenceCharacters) {
    messages.push(
      `The first sentence has ${sentence.length} characters: shorten it to ${sentenceCharacters}, it stands alone in a search result.`,
    )
  }
  const dependent = dependentOpening.exec(sentence)?.[0]
  if (dependent)
    messages.push(
      `The first sentence opens with "${dependent}" and does not stand alone: say what the thing is.`,
    )
  if (!/[.!?]["”’')\]]*$/.test(term.definition)) {
    messages.push('The definition does not end with a full stop: finish its last sentence.')
  }
  const formula = nameFormula(term)
  if (formula)
    messages.push(
      `The definition opens with "${formula}", and the name stands above it: begin with what it is.`,
    )
  const grade = gradeOf(term)
  if (grade > grades.hardest) {
    messages.push(
      `The definition reads at grade ${grade.toFixed(1)}, and ${grades.hardest} is the most: use shorter sentences and words.`,
    )
  }
  return messages.map((message) => findingAt(term, 'definition', message))
}

/** `A trauma bond means`. */
function nameFormula(term: SourceTerm): string | undefined {
  const opening = splitWords(term.definition.slice(0, 200))
  const start = /^(?:an?|the)$/.test(opening[0] ?? '') ? 1 : 0
  for (const name of [term.term_name, ...term.aliases].map(splitWords)) {
    const end = start + name.length
    if (!/^(?:is|are|was|means|refers|describes)$/.test(opening[end] ?? '')) continue
    if (opening.slice(start, end).join(' ') === name.join(' ')) return opening.slice(0, end + 1).join(' ')
  }
}

function wordFindings(term: SourceTerm): Finding[] {
  const { min, max } = exampleWords
  const lengths = term.examples.flatMap((example, index) => {
    const count = countWords(example)
    if (count >= min && count <= max) return []
    const message = `Example ${index + 1} has ${count} words: ${count < min ? 'lengthen' : 'shorten'} it to ${min} to ${max}.`
    return [findingAt(term, `examples.${index}`, message)]
  })
  const texts = [
    ['definition', term.definition],
    ...term.examples.map((text, index) => [`examples.${index}`, text]),
  ]
  const words = texts.flatMap(([path = '', text = '']) =>
    [...new Set(text.replace(/\s+/g, ' ').toLowerCase().match(bannedWords))].map((word) =>
      findingAt(term, path, `"${word}" is a word we do not use: say what was done instead.`),
    ),
  )
  return [...lengths, ...words]
}

function timeFindings(term: SourceTerm, now: string): Finding[] {
  if (term.created_at <= now) return []
  const message = `${term.created_at} lies in the future: write when the term was written.`
  return [findingAt(term, 'created_at', message)]
}

function untaggedFindings(terms: readonly SourceTerm[]): Finding[] {
  const tagged = new Set(terms.flatMap((term) => term.tags.filter((tag) => tag !== term.term_name)))
  return terms
    .filter((term) => !tagged.has(term.term_name))
    .map((term) => {
      const message = `No other term is tagged "${term.term_name}": add it to one it belongs to.`
      return findingAt(term, 'term_name', message)
    })
}

function duplicateFindings(terms: readonly SourceTerm[]): Finding[] {
  const texts = terms.flatMap((term) => [
    { term, path: 'definition', label: 'the definition', text: term.definition },
    ...term.examples.map((text, index) => ({
      term,
      path: `examples.${index}`,
      label: `example ${index + 1}`,
      text,
    })),
  ])
  return findNearDuplicates(texts.map(({ text }) => text)).flatMap(({ earlier, later, similarity }) => {
    const [first, second] = [texts[earlier], texts[later]]
    if (!first || !second) return []
    const label = `${second.label[0]?.toUpperCase()}${second.label.slice(1)}`
    const message = `${label} is ${Math.round(similarity * 100)}% the same as ${first.label} of "${first.term.term_name}": rewrite it.`
    return [findingAt(second.term, second.path, message)]
  })
}

function openingFindings(terms: readonly SourceTerm[]): Finding[] {
  const limit = Math.max(openingMinimum, Math.floor(terms.length * openingShare))
  const openings = Map.groupBy(terms, (term) => splitWords(term.definition).slice(0, 3).join(' '))
  return [...openings].flatMap(([opening, users]) => {
    const last = users[users.length - 1]
    if (users.length <= limit || !last) return []
    const names = users.map((term) => term.term_name).join(', ')
    const message = `"${opening} ..." opens ${users.length} definitions, and ${limit} may share it: rewrite the others (${names}).`
    return [findingAt(last, 'definition', message)]
  })
}

function wholeFindings(terms: readonly SourceTerm[], minimum: number): Finding[] {
  const messages: string[] = []
  if (terms.length < minimum)
    messages.push(`There are ${terms.length} terms, and ${minimum} is the least: write more.`)
  const share = terms.filter((term) => term.type === 'clinical').length / terms.length
  if (share < clinicalShare.min || share > clinicalShare.max) {
    const wanted = share < clinicalShare.min ? 'clinical' : 'community'
    messages.push(
      `${(share * 100).toFixed(1)}% of the terms are clinical, and 45% to 60% may be: write more ${wanted} terms.`,
    )
  }
  const byGrade = terms.map((term) => ({ term, grade: gradeOf(term) })).sort((a, b) => b.grade - a.grade)
  const half = (byGrade.length - 1) / 2
  const median = ((byGrade[Math.floor(half)]?.grade ?? 0) + (byGrade[Math.ceil(half)]?.grade ?? 0)) / 2
  if (median > grades.median) {
    const hardest = byGrade.slice(0, 10).map(({ term, grade }) => `${term.term_name} ${grade.toFixed(1)}`)
    messages.push(
      `The median definition reads at grade ${median.toFixed(1)}, and ${grades.median} is the most: simplify the hardest (${hardest.join(', ')}).`,
    )
  }
  if (terms.length > 1 && new Set(terms.map((term) => term.created_at)).size === 1) {
    messages.push(
      'All terms have the same created_at: write when each was written, so that newest and oldest are true.',
    )
  }
  return [...messages, ...voiceMessages(terms)].map((message) => ({ file: wholeGlossary, message }))
}

function voiceMessages(terms: readonly SourceTerm[]): string[] {
  if (terms.length < voice.terms) return []
  const examples = terms.flatMap((term) => term.examples)
  const share = <Item>(items: readonly Item[], test: (item: Item) => boolean) =>
    items.filter(test).length / items.length
  const messages: string[] = []
  if (share(examples, (text) => speech.test(text)) < voice.speech)
    messages.push('Too few examples let someone speak: quote more.')
  if (share(examples, (text) => firstPerson.test(text.replace(quoted, ''))) < voice.firstPerson)
    messages.push('Too few examples are told by the person (I, my): tell more of them so.')
  if (share(terms, (term) => triple.test(term.definition)) > voice.triples)
    messages.push('Too many definitions count to three ("a, b, and c"): vary the lists.')
  return messages
}
