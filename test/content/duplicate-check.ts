/** From the content guide. */
const threshold = 0.35

/** By index. */
export type NearDuplicate = { earlier: number; later: number; similarity: number }

/** The words of a text, in lower case. */
export function splitWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Finds each text's most similar earlier one, by Jaccard similarity of three-word shingles (Broder 1997). */
export function findNearDuplicates(texts: readonly string[]): NearDuplicate[] {
  const textsByShingle = new Map<string, number[]>()
  const sizes: number[] = []
  const shared = new Uint32Array(texts.length)
  const duplicates: NearDuplicate[] = []
  for (const [later, text] of texts.entries()) {
    const shingles = shinglesOf(text)
    sizes.push(shingles.size)
    const touched: number[] = []
    for (const shingle of shingles) {
      const earlierTexts = textsByShingle.get(shingle)
      if (!earlierTexts) {
        textsByShingle.set(shingle, [later])
        continue
      }
      for (const earlier of earlierTexts) {
        if (shared[earlier] === 0) touched.push(earlier)
        shared[earlier] = (shared[earlier] ?? 0) + 1
      }
      earlierTexts.push(later)
    }
    let nearest: NearDuplicate | undefined
    for (const earlier of touched) {
      const both = shared[earlier] ?? 0
      const similarity = both / ((sizes[earlier] ?? 0) + shingles.size - both)
      if (similarity >= threshold && similarity > (nearest?.similarity ?? 0))
        nearest = { earlier, later, similarity }
      shared[earlier] = 0
    }
    if (nearest) duplicates.push(nearest)
  }
  return duplicates
}

function shinglesOf(text: string): Set<string> {
  const words = splitWords(text)
  const shingles = new Set<string>()
  for (let index = 2; index < words.length; index++)
    shingles.add(`${words[index - 2]} ${words[index - 1]} ${words[index]}`)
  return shingles
}
