/** The button beside a password: shows what was typed, and hides it again when the form is sent or the page is left. */
class ShowPassword extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector('input')
    const button = this.querySelector('button')
    if (!input || !button) return
    const show = (shown: boolean) => {
      input.type = shown ? 'text' : 'password'
      button.textContent = shown ? 'Hide password' : 'Show password'
      button.setAttribute('aria-pressed', String(shown))
    }
    button.hidden = false
    button.addEventListener('click', () => show(input.type === 'password'))
    // A browser keeps what it saw in a text field for its next suggestion.
    input.form?.addEventListener('submit', () => {
      show(false)
      // Nor does it fill the address in again for who goes back to the form after somebody has left. A password manager has read it first.
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
