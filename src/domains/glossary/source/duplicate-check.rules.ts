/** From this similarity on, two texts count as alike (content guide). */
const threshold = 0.35

/** Two texts that are alike, by their places in the list, and how much: 1 is the same words in the same order. */
export type NearDuplicate = { one: number; other: number; similarity: number }

/** The words of a text, without case and signs. */
export function splitWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/**
 * Finds for every text the one before it that it resembles most, when the two are alike: the Jaccard similarity of their runs
 * of three words (Broder 1997) is 0.35 or more. Exact, and fast by an index from each run to the texts that hold it.
 *
 * @param texts any number of texts; those of fewer than three words resemble nothing
 * @returns at most one likeness a text, in the order of the texts
 */
export function findNearDuplicates(texts: readonly string[]): NearDuplicate[] {
  const textsByRun = new Map<string, number[]>()
  const sizes: number[] = []
  const shared = new Uint32Array(texts.length)
  const duplicates: NearDuplicate[] = []
  for (const [other, text] of texts.entries()) {
    const triples = wordTriples(text)
    sizes.push(triples.size)
    const touched: number[] = []
    for (const triple of triples) {
      const before = textsByRun.get(triple)
      if (!before) {
        textsByRun.set(triple, [other])
        continue
      }
      for (const one of before) {
        if (shared[one] === 0) touched.push(one)
        shared[one] = (shared[one] ?? 0) + 1
      }
      before.push(other)
    }
    let nearest: NearDuplicate | undefined
    for (const one of touched) {
      const both = shared[one] ?? 0
      const similarity = both / ((sizes[one] ?? 0) + triples.size - both)
      if (similarity >= threshold && similarity > (nearest?.similarity ?? 0))
        nearest = { one, other, similarity }
      shared[one] = 0
    }
    if (nearest) duplicates.push(nearest)
  }
  return duplicates
}

function wordTriples(text: string): Set<string> {
  const words = splitWords(text)
  const triples = new Set<string>()
  for (let index = 2; index < words.length; index++)
    triples.add(`${words[index - 2]} ${words[index - 1]} ${words[index]}`)
  return triples
}
