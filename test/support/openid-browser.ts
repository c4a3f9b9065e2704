type Answer = { url: string; status: number; body: string }
type Stopped = { url: string; init: RequestInit }

/**
 * A minimal browser for `testApp`, which has no port, and a real provider: keeps cookies per site, follows redirects and `Refresh`, and
 * submits the provider's form.
 *
 * @param ask handles requests to our origin; others go to the network
 */
export function openidBrowser(
  origin: string,
  ask: (url: string, init: RequestInit) => Promise<Response> | Response,
) {
  const jars = new Map<string, Map<string, { value: string; everywhere: boolean }>>()
  const jarOf = (site: string) => jars.get(site) ?? jars.set(site, new Map()).get(site) ?? new Map()

  async function hop(url: string, init: RequestInit): Promise<Response> {
    const site = new URL(url).origin
    const headers = new Headers(init.headers)
    const crossPost = init.method === 'POST' && headers.get('Sec-Fetch-Site') === 'cross-site'
    // A cross-site POST sends only SameSite=None cookies.
    const cookies = [...jarOf(site)].filter(([, { everywhere }]) => everywhere || !crossPost)
    if (cookies.length > 0)
      headers.set('Cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '))
    const options = { ...init, headers, redirect: 'manual' } as const
    const response = site === origin ? await ask(url, options) : await fetch(url, options)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jarOf(site).set(name, { value, everywhere: /samesite=none/i.test(line) })
    }
    return response
  }

  /** @param before stops before the first URL that contains it */
  async function go(url: string, init: RequestInit, before?: string): Promise<Answer | Stopped> {
    let next: Stopped | undefined = { url: new URL(url, origin).href, init }
    for (let hops = 0; hops < 15; hops++) {
      if (before && next.url.includes(before)) return next
      const { url: at, init: how }: Stopped = next
      const response = await hop(at, how)
      const refresh = /url=(.*)/.exec(response.headers.get('Refresh') ?? '')?.[1]
      const location = response.headers.get('Location') ?? refresh
      const body = await response.text()
      if (location) next = { url: new URL(location, at).href, init: {} }
      else next = postedBy(at, body)
      if (!next) return { url: at, status: response.status, body }
    }
    throw new Error('these redirects have no end')
  }

  const answered = async (going: Promise<Answer | Stopped>) => (await going) as Answer
  return {
    jar: jarOf(origin),
    /** Deletes a site's cookies, which signs out at the provider. */
    forget: (site: string) => void jars.delete(site),
    open: (path: string) => answered(go(path, {})),
    /** Submits a form of our pages. */
    press: (path: string, fields: Record<string, string>, before?: string) =>
      answered(go(path, posting(fields, { 'Sec-Fetch-Site': 'same-origin', Origin: origin }), before)),
    /** Signs in on the provider's page, or declines. */
    submitLogin: (at: Answer, login?: string) => answered(go(at.url, posting(login ? { login } : {}, {}))),
    /** The same, but stops before delivering the provider's response. */
    submitLoginAndStop: async (at: Answer, login?: string, before = '/auth-test/callback') =>
      (await go(at.url, posting(login ? { login } : {}, {}), before)) as Stopped,
    /** Delivers a stopped response. */
    resume: ({ url, init }: Stopped) => answered(go(url, init)),
  }
}

const posting = (fields: Record<string, string>, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers,
})

/** The self-submitting form of oidc-provider (response_mode=form_post). */
function postedBy(at: string, body: string): Stopped | undefined {
  const [, action] = /Submitting Callback[\s\S]*<form method="post" action="([^"]+)"/.exec(body) ?? []
  if (!action) return undefined
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
  return {
    url: action,
    init: posting(fields, { 'Sec-Fetch-Site': 'cross-site', Origin: new URL(at).origin }),
  }
}
