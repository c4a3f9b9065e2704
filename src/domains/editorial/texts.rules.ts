/** What stands in a sentence: words, or words that lead somewhere. */
export type Piece = string | { words: string; href: string }

/** Facts of the operator that any text may name in braces; they stand in `site.yaml`. */
const factNames = ['name', 'operator', 'contact', 'law'] as const
export type Facts = Record<(typeof factNames)[number], string>

const link = /\[([^[\]]+)\]\(([^()\s]*)\)/g

/** Pages of ours, places on this page, other sites over TLS, mail and telephone: nothing that runs or is loaded by being there. */
const allowedHref = /^(?:\/(?!\/)[\w./?=&#-]*|#[\w-]+|mailto:[\w.+-]+@[\w.-]+|tel:\d+)$/

/** @returns whether a link of an operator's text may lead there */
export function isAllowedHref(href: string): boolean {
  if (allowedHref.test(href)) return true
  if (!/^https:\/\/[^\s\\]+$/.test(href) || !URL.canParse(href)) return false
  const { username, password } = new URL(href)
  return username === '' && password === ''
}

/**
 * @param text in which links are written `[words](/page)`
 * @returns its pieces in order; what is no link is words, as they stand
 */
export function parseInline(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(link)) {
    const [whole, words = '', href = ''] = found
    if (!isAllowedHref(href)) continue
    if (found.index > end) pieces.push(text.slice(end, found.index))
    pieces.push({ words, href })
    end = found.index + whole.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** @returns what is wrong with a text that an operator wrote, as the end of a sentence that begins with its place */
export function textProblem(text: string): string | undefined {
  for (const [, , href = ''] of text.matchAll(link)) {
    if (!isAllowedHref(href)) {
      return `must lead to /a-page, #a-place, https://, mailto: or tel:, and "${href}" is none of these`
    }
  }
  if (/\]\s*\(|[[\]]/.test(text.replaceAll(link, ''))) return 'must write a link as [words](/page)'
  const unknown = [...text.matchAll(/\{([^}]*)\}?/g)].find(
    ([whole, name]) => !whole.endsWith('}') || !factNames.some((each) => each === name),
  )
  if (!unknown) return undefined
  return `must name no other facts than ${factNames.map((name) => `{${name}}`).join(', ')}`
}

/** @returns a heading as the place on a page that links can lead to */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** @returns the same, with the facts where their names stood in braces, in every text within; a sentence still begins in capitals */
export function interpolate<T>(words: T, facts: Facts): T {
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string, place: number) => {
      const fact = facts[name as keyof Facts]
      if (fact === undefined) return whole
      const begins = /(?:^|[.!?] )$/.test(text.slice(0, place))
      return begins ? fact.charAt(0).toUpperCase() + fact.slice(1) : fact
    })
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(value)
    if (Array.isArray(value)) return value.map(within)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, within(each)]))
  }
  return within(words) as T
}
