/** The three-letter pieces of a word, as PostgreSQL's pg_trgm cuts it. */
export function trigrams(squeezed: string): Set<string> {
  const padded = `  ${squeezed} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** How alike two words are by their pieces, from 0 to 1, as pg_trgm counts it. */
export function similarity(one: Set<string>, other: Set<string>): number {
  let both = 0
  for (const piece of one) if (other.has(piece)) both++
  return both / (one.size + other.size - both)
}

/** Numbers by key, in the order in which they come. */
export function gather(pairs: Iterable<readonly [key: string, number: number]>): Map<string, number[]> {
  const gathered = new Map<string, number[]>()
  for (const [key, number] of pairs) {
    const there = gathered.get(key)
    if (there) there.push(number)
    else gathered.set(key, [number])
  }
  return gathered
}

/** Finds among many words those that are written alike, and those that may hold a text, by their three-letter pieces. */
export function alikeAmong(all: readonly string[]) {
  let pieces: Map<string, number[]> | undefined
  const sizes = new Uint8Array(all.length)
  return { cut, alike, holding }

  function cut(): Map<string, number[]> {
    pieces ??= gather(piecesOfAll())
    return pieces
  }

  function* piecesOfAll(): Generator<[string, number]> {
    for (const [place, word] of all.entries()) {
      const own = trigrams(word)
      sizes[place] = own.size
      for (const piece of own) yield [piece, place]
    }
  }

  /** @returns places in the list with their likeness, the most alike first */
  function alike(text: string, least: number): [number, number][] {
    const known = cut()
    const asked = trigrams(text)
    const both = new Uint8Array(all.length)
    for (const piece of asked) {
      for (const place of known.get(piece) ?? []) both[place] = (both[place] ?? 0) + 1
    }
    const found: [number, number][] = []
    for (const [place, count] of both.entries()) {
      const likeness = count / (asked.size + (sizes[place] ?? 0) - count)
      if (count > 0 && likeness >= least) found.push([place, likeness])
    }
    return found.sort((one, other) => other[1] - one[1])
  }

  /** @returns places of those that hold the rarest piece of the text, in order; undefined while nothing is cut, or of too short a text */
  function holding(text: string): number[] | undefined {
    if (!pieces || text.length < 3) return undefined
    const lists = Array.from(
      { length: text.length - 2 },
      (_, at) => pieces?.get(text.slice(at, at + 3)) ?? [],
    )
    return lists.reduce((rarest, list) => (list.length < rarest.length ? list : rarest))
  }
}
