import { areCookiesEnabled } from './cookies.client.ts'

/**
 * `<cookie-note hidden role="alert">`: shown where the browser keeps no cookie of ours, so that who signs in would be led to sign in
 * again, without end. Cookies may be off, or the address is plain http: Safari keeps no `Secure` cookie of such, localhost included,
 * and says of itself that cookies are on.
 */
class CookieNote extends HTMLElement {
  connectedCallback() {
    this.hidden = areCookiesEnabled()
  }
}

export const defineCookieNote = () => customElements.define('cookie-note', CookieNote)
