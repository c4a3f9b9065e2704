/**
 * `<cookie-note hidden role="alert">`: shown where the browser keeps no cookie of ours, so that who signs in would be led to sign in
 * again, without end. Cookies may be off, or the address is plain http: Safari keeps no `Secure` cookie of such, localhost included,
 * and says of itself that cookies are on. So one is tried, and taken away at once.
 */
class CookieNote extends HTMLElement {
  connectedCallback() {
    const keep = (pair: string) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
      document.cookie = `${pair}; Path=/; Secure; SameSite=Lax`
    }
    keep('kept=1')
    this.hidden = /(?:^|; )kept=1/.test(document.cookie)
    keep('kept=; Max-Age=0')
  }
}

export const defineCookieNote = () => customElements.define('cookie-note', CookieNote)
