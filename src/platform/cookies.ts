/**
 * Reads one cookie from a `Cookie` header (RFC 6265bis, 4.2.1 and 5.8.3). Trims only spaces and tabs: `trim` also removes U+00A0, and
 * a sibling host may set a cookie whose name begins with it. Browsers hold at most one cookie per `__Host-` name, so duplicates are
 * forged and ignored; hono/cookie would take the first.
 *
 * @param header as Node gives it, one character a byte; several headers joined by `; `
 * @returns the raw value; undefined if missing, empty, or a duplicate `__Host-` name
 */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  const values: string[] = []
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals >= 0 && trimSpacesAndTabs(pair.slice(0, equals)) === name)
      values.push(trimSpacesAndTabs(pair.slice(equals + 1)))
  }
  if (values.length > 1 && name.startsWith('__Host-')) return undefined
  return values[0] || undefined
}

const trimSpacesAndTabs = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '')
