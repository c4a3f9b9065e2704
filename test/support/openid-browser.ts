type Answer = { url: string; status: number; body: string }
type Stopped = { url: string; init: RequestInit }

/**
 * Somebody with a browser of their own who goes back and forth between a product without a port (testApp) and a provider: keeps
 * cookies by site, follows redirects and `Refresh`, and sends the form that a provider's page would send.
 *
 * @param ask answers for our origin; every other is really asked
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
    // SameSite: what is posted from another site brings those alone that may be brought from everywhere.
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

  /** @param before stops in front of the first address that holds it */
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
    /** Forgets another site's cookies: who was signed in at the provider no longer is. */
    forget: (site: string) => void jars.delete(site),
    open: (path: string) => answered(go(path, {})),
    /** Presses a button of one of our pages. */
    press: (path: string, fields: Record<string, string>, before?: string) =>
      answered(go(path, posting(fields, { 'Sec-Fetch-Site': 'same-origin', Origin: origin }), before)),
    /** Says a name on the provider's page, or no. */
    submitLogin: (at: Answer, login?: string) => answered(go(at.url, posting(login ? { login } : {}, {}))),
    /** The same, and stops with the provider's answer in hand. */
    submitLoginAndStop: async (at: Answer, login?: string, before = '/auth-test/callback') =>
      (await go(at.url, posting(login ? { login } : {}, {}), before)) as Stopped,
    /** Brings an answer that was stopped. */
    resume: ({ url, init }: Stopped) => answered(go(url, init)),
  }
}

const posting = (fields: Record<string, string>, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers,
})

/** The form that a page of oidc-provider posts by itself (response_mode=form_post). */
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
