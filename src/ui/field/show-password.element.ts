import * as messages from '../messages.en.yaml'

class ShowPassword extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector('input')
    const button = this.querySelector('button')
    if (!input || !button) return
    const show = (shown: boolean) => {
      input.type = shown ? 'text' : 'password'
      button.textContent = shown ? messages.hidePassword() : messages.showPassword()
      button.setAttribute('aria-pressed', String(shown))
    }
    button.hidden = false
    button.addEventListener('click', () => show(input.type === 'password'))
    // Browsers would suggest a text field's value.
    input.form?.addEventListener('submit', () => {
      show(false)
      // The browser must not restore the email for the next person. Password managers read it before.
      setTimeout(() => {
        for (const field of input.form?.elements ?? [])
          if (field instanceof HTMLInputElement && field.autocomplete === 'username')
            field.autocomplete = 'off'
      })
    })
    addEventListener('pagehide', () => show(false))
  }
}

export const defineShowPassword = () => customElements.define('show-password', ShowPassword)
