import * as messages from './messages.en.yaml'
import type { answerByPasskey } from './passkey-prompt.client.ts'

/** Hidden in browsers without WebAuthn. `data-code`: URL of the module, loaded on touch or focus. */
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
      // A second prompt would cancel the first.
      if (button?.ariaDisabled === 'true') return
      if (button) button.ariaDisabled = 'true'
      alert.hidden = true
      const message = await load()
        .then((module) =>
          module.answerByPasskey(form, this.getAttribute('kind') ?? 'sign-in', this.getAttribute('to')),
        )
        .catch(messages.failed)
      alert.textContent = message ?? ''
      alert.hidden = !message
      if (button) button.ariaDisabled = null
    })
  }
}

const define = () => customElements.define('passkey-form', PasskeyForm)
// React puts `async` scripts into the head: a cached one may run before the form is parsed.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', define)
else define()
