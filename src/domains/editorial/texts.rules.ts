export type Piece = string | { words: string; href: string }

/** Any text can insert them as `{name}`. */
const factNames = ['name', 'operator', 'contact', 'law'] as const
export type Facts = Record<(typeof factNames)[number], string>

const link = /\[([^[\]]+)\]\(([^()\s]*)\)/g

/** Nothing that can run as a script. */
const allowedHref = /^(?:\/(?!\/)[\w./?=&#-]*|#[\w-]+|mailto:[\w.+-]+@[\w.-]+|tel:\d+)$/

/** Whether an operator's text may link there. */
export function isAllowedHref(href: string): boolean {
  if (allowedHref.test(href)) return true
  if (!/^https:\/\/[^\s\\]+$/.test(href) || !URL.canParse(href)) return false
  const { username, password } = new URL(href)
  return username === '' && password === ''
}

/** Parses `[words](/page)`; invalid links stay text. */
export function parseInline(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(link)) {
    const [whole, words = '', href = ''] = match
    if (!isAllowedHref(href)) continue
    if (match.index > end) pieces.push(text.slice(end, match.index))
    pieces.push({ words, href })
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** Says what is wrong with an operator's text, as a predicate; undefined if valid. */
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

/** A heading's fragment id. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Replaces `{fact}` in all strings, capitalized at the start of a sentence. */
export function interpolate<T>(content: T, facts: Facts): T {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string, index: number) => {
      const fact = facts[name as keyof Facts]
      if (fact === undefined) return whole
      const startsSentence = /(?:^|[.!?] )$/.test(text.slice(0, index))
      return startsSentence ? fact.charAt(0).toUpperCase() + fact.slice(1) : fact
    })
  const fillDeep = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value)
    if (Array.isArray(value)) return value.map(fillDeep)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillDeep(each)]))
  }
  return fillDeep(content) as T
}
