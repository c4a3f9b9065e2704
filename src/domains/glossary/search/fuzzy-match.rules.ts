const pad = (squeezed: string): string => `  ${squeezed} `

/** The three-letter pieces of a word, as PostgreSQL's pg_trgm cuts it. */
export function trigrams(squeezed: string): Set<string> {
  const padded = pad(squeezed)
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** How alike two words are by their pieces, from 0 to 1, as pg_trgm counts it. */
export function similarity(one: Set<string>, other: Set<string>): number {
  let both = 0
  for (const piece of one) if (other.has(piece)) both++
  return both / (one.size + other.size - both)
}

/** Spellings of one sound, in the order in which they become one. */
const sounds: [RegExp, string][] = [
  [/[tsc]i[oa]n|shun/g, 'xn'],
  [/ph/g, 'f'],
  [/ps|sc(?=[eiy])|c(?=[eiy])|z/g, 's'],
  [/ch?|q/g, 'k'],
  [/([kw])h|gh(?!o)/g, '$1'],
  [/[ae]?y|[ei]{2}|ea/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** How a word sounds, roughly: `fisical` as `physical`. */
export const phoneticKey = (squeezed: string): string =>
  sounds.reduce((sound, [spelling, one]) => sound.replace(spelling, one), squeezed)

/** By how many slips one word became the other: a letter missed, too much, or wrong, or two in each other's place; over `most`, one more. */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    let least = row
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1]
      let slips = Math.min((last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1))
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        slips = Math.min(slips, (before[at - 2] ?? 0) + 1)
      now[at] = slips
      least = Math.min(least, slips)
    }
    if (least > most) return most + 1
    before = last
    last = now
  }
  return last[other.length] ?? 0
}

/** The letters of a word as bits. */
function maskOf(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

function bitsOf(mask: number): number {
  let bits = 0
  for (let left = mask; left !== 0; left &= left - 1) bits++
  return bits
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
    if (pieces) return pieces
    pieces = new Map()
    for (let place = 0; place < all.length; place++) {
      const padded = pad(all[place] as string)
      let size = 0
      for (let at = 0; at < padded.length - 2; at++) {
        const piece = padded.slice(at, at + 3)
        const places = pieces.get(piece)
        // A piece that stands there twice counts once.
        if (places?.[places.length - 1] === place) continue
        if (places) places.push(place)
        else pieces.set(piece, [place])
        size++
      }
      sizes[place] = size
    }
    return pieces
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

/** Finds among many words those of which somebody may have meant one: few slips lie between them, as both sound. */
export function typoCandidates(all: readonly string[]) {
  let sounds: string[] | undefined
  const masks = new Int32Array(all.length)
  return { hear, slipped }

  function hear() {
    // Not by `??=`, at which browsers of 2020 stop reading the file.
    const heard = sounds ?? all.map(phoneticKey)
    for (const [place, sound] of heard.entries()) masks[place] = maskOf(sound)
    sounds = heard
    return heard
  }

  /** @returns places in the list with their likeness, the most alike first */
  function slipped(text: string): [number, number][] {
    const asked = phoneticKey(text)
    const mask = maskOf(asked)
    // `zzzzqqq` sounds like anything short.
    if (asked.length < 4) return []
    const most = asked.length < 7 ? 1 : asked.length < 16 ? 2 : 3
    const found: [number, number][] = []
    const heard = sounds ?? hear()
    for (let place = 0; place < heard.length; place++) {
      const sound = heard[place] as string
      if (Math.abs(sound.length - asked.length) > most) continue
      // A slip takes one letter and brings another: what differs in more need not be compared.
      if (bitsOf(mask ^ (masks[place] as number)) > 2 * most) continue
      const slips = slipsBetween(asked, sound, most)
      if (slips > most) continue
      // Of what sounds alike, what is spelt alike comes first.
      found.push([place, 1 - (slips + slipsBetween(text, all[place] ?? '', 4) / 8) / text.length])
    }
    return found.sort((one, other) => other[1] - one[1])
  }
}
