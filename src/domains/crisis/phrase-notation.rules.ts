/** The notation of phrases in content/search/help.yaml, whose head explains it. */

type Words = Readonly<Record<string, string>>
export type PhraseIndex<Value> = {
  /** By the letters that a match starts with. */
  byStart: ReadonlyMap<string, readonly Phrase<Value>[]>
  words: Words
}
type Phrase<Value> = { source: string; value: Value; pattern?: RegExp }

/**
 * Indexes phrases, a phrase a step. Compiling all patterns takes half a second, so each waits for a text with a word that it may begin with.
 * @param words alternatives by name, for `{name}`
 */
export function* indexPhrases<Value>(
  groups: readonly { value: Value; phrases: readonly string[] }[],
  words: Words,
): Generator<void, PhraseIndex<Value>> {
  const byStart = new Map<string, Phrase<Value>[]>()
  for (const { value, phrases } of groups) {
    for (const source of phrases.flatMap(alternativesOf)) {
      const phrase = { source, value }
      for (const start of new Set(startsOf(source, words))) {
        if (start === '') throw new Error(`A phrase must begin with a word: ${source}`)
        const others = byStart.get(start)
        if (others) others.push(phrase)
        else byStart.set(start, [phrase])
      }
      yield
    }
  }
  return { byStart, words }
}

/** Takes all steps at once. */
export function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Compiles the patterns before a text needs them, a pattern a step. */
export function* compilePhrases<Value>({ byStart, words }: PhraseIndex<Value>): Generator<void> {
  for (const phrase of new Set([...byStart.values()].flat())) {
    patternOf(phrase, words)
    yield
  }
}

function patternOf<Value>(phrase: Phrase<Value>, words: Words): RegExp {
  const pattern = phrase.pattern ?? toPattern(insertWords(phrase.source, words))
  phrase.pattern = pattern
  return pattern
}

/**
 * Finds phrases that occur in a text.
 * @param text words with a space around each
 */
export function* phrasesIn<Value>(
  text: string,
  { byStart, words }: PhraseIndex<Value>,
): Generator<{ value: Value; pattern: RegExp }> {
  const tried = new Set<Phrase<Value>>()
  for (const word of new Set(text.split(' '))) {
    const starts = [1, 2, 3].map((length) => `${word} `.slice(0, length))
    for (const start of /^\d/.test(word) ? ['#', ...starts] : starts) {
      for (const phrase of byStart.get(start) ?? []) {
        if (tried.has(phrase)) continue
        tried.add(phrase)
        const pattern = patternOf(phrase, words)
        pattern.lastIndex = 0
        if (pattern.test(text)) yield { value: phrase.value, pattern }
      }
    }
  }
}

function insertWords(phrase: string, words: Words): string {
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) => {
    const list = words[name]
    if (list === undefined) throw new Error(`No list of words is named ${name}: ${phrase}`)
    return `(${insertWords(list, words)})`
  })
}

/** Every repetition is bounded, so no text takes long. */
const toPattern = (source: string) =>
  new RegExp(
    ` (?:${source
      .replace(/\.{3} /g, '<')
      .replace(/\(/g, '(?:')
      .replace(/\[/g, '(?:(?:')
      .replace(/\] /g, ') )?')
      .replace(/\*/g, '\\w*')
      .replace(/#/g, '\\d+')
      .replace(/~/g, '(?:[bdgklmnprt]?(?:e[dns]?|s|d|ing?))?')
      .replace(/</g, '(?:\\w+ ){0,4}')})(?= )`,
    'g',
  )

/** Splits `a (b|c)|d` into `a (b|c)` and `d`. */
function alternativesOf(source: string): string[] {
  const alternatives: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < source.length; at += 1) {
    depth += depthChange(source[at])
    if (source[at] !== '|' || depth > 0) continue
    alternatives.push(source.slice(start, at))
    start = at + 1
  }
  return [...alternatives, source.slice(start)]
}

const depthChange = (character: string | undefined) =>
  character === '(' || character === '[' ? 1 : character === ')' || character === ']' ? -1 : 0

/**
 * The first letters that a match may have: three, or fewer before a sign; empty if a match may be empty.
 * @param complete no letters may follow the last word; a space then ends a short one
 */
function startsOf(source: string, words: Words, complete = true): string[] {
  return alternativesOf(source).flatMap((alternative) => {
    const inserted = alternative.replace(/^\{\w+\}/, (list) => insertWords(list, words))
    if (/^[([]/.test(inserted)) return startsOfGroup(inserted, words, complete)
    const letters = /^(?:#|[a-z0-9]*)/.exec(alternative)?.[0] ?? ''
    const next = alternative.charAt(letters.length)
    if (letters === '#') return letters
    if (next === '?') return letters.slice(0, -1).slice(0, 3)
    const ends = next === ' ' || (next === '' && complete)
    return (letters && ends ? `${letters} ` : letters).slice(0, 3)
  })
}

/** @param source begins with a bracket */
function startsOfGroup(source: string, words: Words, complete: boolean): string[] {
  let end = 0
  for (let depth = 1; depth > 0 && end < source.length; ) {
    end += 1
    depth += depthChange(source[end])
  }
  const after = source.slice(end + 1)
  const starts = startsOf(source.slice(1, end), words, after === '' ? complete : after.startsWith(' '))
  if (!source.startsWith('[') && !after.startsWith('?') && !starts.includes('')) return starts
  return [...starts.filter(Boolean), ...startsOf(after.replace(/^\?? ?/, ''), words, complete)]
}
