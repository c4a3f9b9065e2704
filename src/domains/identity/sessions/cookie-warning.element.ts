import { areCookiesEnabled } from './cookies.client.ts'

/** Sign-in would loop without cookies. Over http Safari ignores `Secure` cookies but reports them enabled. */
class CookieNote extends HTMLElement {
  connectedCallback() {
    this.hidden = areCookiesEnabled()
  }
}

export const defineCookieNote = () => customElements.define('cookie-note', CookieNote)
