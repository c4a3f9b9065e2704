const pad = (stripped: string): string => `  ${stripped} `

/** The trigrams of a word, as in pg_trgm. */
export function trigrams(stripped: string): Set<string> {
  const padded = pad(stripped)
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)))
}

/** The Jaccard similarity, from 0 to 1. */
export function trigramSimilarity(a: Set<string>, b: Set<string>): number {
  let shared = 0
  for (const trigram of a) if (b.has(trigram)) shared++
  return shared / (a.size + b.size - shared)
}

/** The order matters. */
const sounds: [RegExp, string][] = [
  [/[tsc]i[oa]n|shun/g, 'xn'],
  [/ph/g, 'f'],
  [/ps|sc(?=[eiy])|c(?=[eiy])|z/g, 's'],
  [/ch?|q/g, 'k'],
  [/([kw])h|gh(?!o)/g, '$1'],
  [/[ae]?y|[ei]{2}|ea/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** A rough phonetic key: `fisical` and `physical` share one. */
export const phoneticKey = (stripped: string): string =>
  sounds.reduce((key, [spelling, sound]) => key.replace(spelling, sound), stripped)

/** The Damerau-Levenshtein distance (optimal string alignment), at most `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let rowMinimum = row
    for (let column = 1; column <= b.length; column++) {
      const substitution = a[row - 1] === b[column - 1] ? 0 : 1
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + substitution,
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        distance = Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1)
      current[column] = distance
      rowMinimum = Math.min(rowMinimum, distance)
    }
    if (rowMinimum > limit) return limit + 1
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? 0
}

function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask
}

function countBits(mask: number): number {
  let bits = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++
  return bits
}

/** Groups numbers by key, in order. */
export function groupByKey(pairs: Iterable<readonly [key: string, number: number]>): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [key, number] of pairs) {
    const group = groups.get(key)
    if (group) group.push(number)
    else groups.set(key, [number])
  }
  return groups
}

/** Finds similar spellings, and candidates for a substring. */
export function createTrigramIndex(words: readonly string[]) {
  let postings: Map<string, number[]> | undefined
  const sizes = new Uint8Array(words.length)
  return { build, similar, candidates }

  function build(): Map<string, number[]> {
    if (postings) return postings
    postings = new Map()
    for (let index = 0; index < words.length; index++) {
      const padded = pad(words[index] as string)
      let size = 0
      for (let start = 0; start < padded.length - 2; start++) {
        const trigram = padded.slice(start, start + 3)
        const indexes = postings.get(trigram)
        if (indexes?.[indexes.length - 1] === index) continue
        if (indexes) indexes.push(index)
        else postings.set(trigram, [index])
        size++
      }
      sizes[index] = size
    }
    return postings
  }

  /** By similarity, highest first. */
  function similar(text: string, minimum: number): [index: number, similarity: number][] {
    const built = build()
    const textTrigrams = trigrams(text)
    const shared = new Uint8Array(words.length)
    for (const trigram of textTrigrams) {
      for (const index of built.get(trigram) ?? []) shared[index] = (shared[index] ?? 0) + 1
    }
    const matches: [number, number][] = []
    for (const [index, count] of shared.entries()) {
      const similarity = count / (textTrigrams.size + (sizes[index] ?? 0) - count)
      if (count > 0 && similarity >= minimum) matches.push([index, similarity])
    }
    return matches.sort((a, b) => b[1] - a[1])
  }

  /** The words with the text's rarest trigram; undefined before `build`, or for a short text. */
  function candidates(text: string): number[] | undefined {
    if (!postings || text.length < 3) return undefined
    const lists = Array.from(
      { length: text.length - 2 },
      (_, start) => postings?.get(text.slice(start, start + 3)) ?? [],
    )
    return lists.reduce((rarest, list) => (list.length < rarest.length ? list : rarest))
  }
}

/** Finds what a misspelled text may mean, by the edit distance of phonetic keys. */
export function createTypoIndex(words: readonly string[]) {
  let keys: string[] | undefined
  const masks = new Int32Array(words.length)
  return { build, matches }

  function build() {
    // Browsers of 2020 cannot parse `??=`.
    const built = keys ?? words.map(phoneticKey)
    for (const [index, key] of built.entries()) masks[index] = letterMask(key)
    keys = built
    return built
  }

  /** By similarity, highest first. */
  function matches(text: string): [index: number, similarity: number][] {
    const textKey = phoneticKey(text)
    const textMask = letterMask(textKey)
    // A short key is close to any short word.
    if (textKey.length < 4) return []
    const limit = textKey.length < 7 ? 1 : textKey.length < 16 ? 2 : 3
    const results: [number, number][] = []
    const built = keys ?? build()
    for (let index = 0; index < built.length; index++) {
      const key = built[index] as string
      if (Math.abs(key.length - textKey.length) > limit) continue
      // An edit changes at most two bits.
      if (countBits(textMask ^ (masks[index] as number)) > 2 * limit) continue
      const distance = editDistance(textKey, key, limit)
      if (distance > limit) continue
      // Between equal sounds, the closer spelling wins.
      results.push([index, 1 - (distance + editDistance(text, words[index] ?? '', 4) / 8) / text.length])
    }
    return results.sort((a, b) => b[1] - a[1])
  }
}
