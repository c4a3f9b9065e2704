/**
 * Ignores duplicate `__Host-` names, which are forged (RFC 6265bis, 4.2.1 and 5.8.3): browsers hold at most
 * one. `trim` would also remove U+00A0, with which a sibling host may begin a cookie's name.
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
