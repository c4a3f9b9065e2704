/*
 * The ten tests of Mozilla's HTTP Observatory, version 4, with their points (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring),
 * as far as they can be passed: anything else fails here. Its own package scans a host name on the open net and brings 195 packages,
 * a server and an error reporter among them; it was run once on what our server answers, and gave the same points.
 */

export type Verdict = { test: string; pass: boolean; points: number }

type Answer = {
  headers: Headers
  text: string
  /** `Set-Cookie` lines. */
  cookies: string[]
}

/** @param answer to a request over https, or to a proxy with TLS before us */
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
    // "default-src 'none'" and nothing unsafe: the most it gives.
    verdict(
      'content-security-policy',
      csp.get('default-src')?.join() === "'none'" &&
        ['script-src', 'style-src', 'object-src'].every(isStrict) &&
        ['base-uri', 'frame-ancestors'].every((name) => isStrict(name)),
      10,
    ),
    verdict('cookies', cookies.every(isSafeCookie), cookies.length > 0 ? 5 : 0),
    // Open to all is for what no cookie opens (/auth/v1); an echo of who asks, with credentials, fails.
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
    // Without the integrity of files of one's own, which is all that it asks where none come from elsewhere.
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
    // Of two with one name the first counts (CSP level 3, section 2.2.1).
    if (name && !policy.has(name)) policy.set(name, sources)
  }
  return policy
}
