import type { answerByPasskey } from './passkey-prompt.client.ts'

/**
 * A form that is answered by a passkey (WebAuthn): shown where the browser can, hidden elsewhere. `kind` says what for, `to` where
 * to go on; a form without `to` is sent afterwards, as it stands. `data-code` is the address of the module that does it, which is
 * fetched when the form is touched or reached.
 */
class PasskeyForm extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form')
    const alert = this.querySelector<HTMLElement>('[role=alert]')
    if (!form || !alert || typeof PublicKeyCredential !== 'function') return
    this.hidden = false
    const load = (): Promise<{ answerByPasskey: typeof answerByPasskey }> =>
      import(/* @vite-ignore */ this.dataset.code ?? '')
    for (const nearing of ['pointerdown', 'focusin'])
      form.addEventListener(nearing, () => load().catch(() => {}))
    const button = form.querySelector('button')
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      // Only one question at a time: a second one would end the first.
      if (button?.ariaDisabled === 'true') return
      if (button) button.ariaDisabled = 'true'
      alert.hidden = true
      const message = await load()
        .then((module) =>
          module.answerByPasskey(form, this.getAttribute('kind') ?? 'sign-in', this.getAttribute('to')),
        )
        .catch(() => 'Something went wrong. Please try again in a moment.')
      alert.textContent = message ?? ''
      alert.hidden = !message
      if (button) button.ariaDisabled = null
    })
  }
}

const define = () => customElements.define('passkey-form', PasskeyForm)
// React puts an `async` script into the head, so a browser that has it already may run it before the form has come.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', define)
else define()
