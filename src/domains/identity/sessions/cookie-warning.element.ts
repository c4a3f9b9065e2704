import { areCookiesEnabled } from './cookies.client.ts'

/**
 * `<cookie-note hidden role="alert">`: shown if the browser stores no cookies, because sign-in would loop. Cookies may be off,
 * or the URL is plain http: Safari ignores `Secure` cookies there, localhost included, but reports cookies as enabled.
 */
class CookieNote extends HTMLElement {
  connectedCallback() {
    this.hidden = areCookiesEnabled()
  }
}

export const defineCookieNote = () => customElements.define('cookie-note', CookieNote)
