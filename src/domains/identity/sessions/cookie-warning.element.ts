import { areCookiesEnabled } from './cookies.client.ts'

/**
Shown
 * if the browser stores no cookies, because sign-in would loop. Over plain http, localhost included, Safari
 * ignores `Secure` cookies but reports cookies as enabled.
 */
class CookieNote extends HTMLElement {
  connectedCallback() {
    this.hidden = areCookiesEnabled()
  }
}

export const defineCookieNote = () => customElements.define('cookie-note', CookieNote)
