/**
 * Reads one cookie out of a `Cookie` header (RFC 6265bis, 4.2.1 and 5.8.3). Only space and tab count as white space: JavaScript's
 * `trim` also removes U+00A0, and browsers let a sibling host set a cookie whose name begins with it. Browsers hold one cookie of
 * a `__Host-` name at most, so a second one comes from somewhere else and neither counts. hono/cookie takes the first of several.
 *
 * @param header as Node gives it, one character a byte; several headers joined by `; `
 * @param name exactly as it was set
 * @returns the value as it was sent; undefined when it is missing, empty, or a `__Host-` name that occurs more than once
 */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  const values: string[] = []
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals >= 0 && trimBlank(pair.slice(0, equals)) === name)
      values.push(trimBlank(pair.slice(equals + 1)))
  }
  if (values.length > 1 && name.startsWith('__Host-')) return undefined
  return values[0] || undefined
}

const trimBlank = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '')
