import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { pageOf, pageOfField } from '../../../platform/ask-api.ts'

type Kind = 'registration' | 'sign-in' | 'proof'

/** Shown to the person as it is. */
class Refused extends Error {}

/**
 * A form that is answered by a passkey (WebAuthn): shown where the browser can, hidden elsewhere. `kind` says what for, `to` where
 * to go on; a form without `to` is sent afterwards, as it stands.
 */
class PasskeyForm extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form')
    const says = this.querySelector<HTMLElement>('[role=alert]')
    if (!form || !says || !browserSupportsWebAuthn()) return
    this.hidden = false
    const button = form.querySelector('button')
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      // Only one question at a time: a second one would end the first.
      if (button?.ariaDisabled === 'true') return
      if (button) button.ariaDisabled = 'true'
      says.hidden = true
      try {
        await this.ask(form)
      } catch (thrown) {
        says.textContent = wordsFor(thrown)
        says.hidden = false
      }
      if (button) button.ariaDisabled = null
    })
  }

  async ask(form: HTMLFormElement) {
    const kind = (this.getAttribute('kind') ?? 'sign-in') as Kind
    const fields = new FormData(form)
    const whose = String(fields.get(pageOfField) ?? '')
    const { challenge_id, options } = await post(whose, `${kind}-options`, Object.fromEntries(fields))
    const response =
      kind === 'registration'
        ? await startRegistration({ optionsJSON: options })
        : await startAuthentication({ optionsJSON: options })
    const shared = document.querySelector<HTMLInputElement>('main [name=shared_device]')
    await post(whose, kind, {
      challenge_id,
      response,
      ...(kind === 'sign-in' && { shared_device: shared?.checked }),
    })
    const to = this.getAttribute('to')
    if (to) location.assign(to)
    else form.submit()
  }
}

/** @param whose page this is; nothing where nobody is signed in */
async function post(whose: string, path: string, body: object) {
  const answer = await fetch(`/auth-test/passkey/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(whose && { [pageOf]: whose }) },
    body: JSON.stringify(body),
  })
  const said = await answer.json().catch(() => ({}))
  if (said.to) {
    location.assign(said.to)
    // The page is left.
    await new Promise(() => {})
  }
  if (!answer.ok) throw new Refused(said.detail ?? 'Something went wrong. Please try again in a moment.')
  return said
}

function wordsFor(thrown: unknown): string {
  const { name, message } = thrown as Error
  if (thrown instanceof Refused) return message
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  // Put away, waited too long, or no passkey is here: browsers do not say which, so that pages cannot ask what you have.
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. You can try again when you like.'
  return 'Something went wrong. Please try again in a moment.'
}

const define = () => customElements.define('passkey-form', PasskeyForm)
// React puts an `async` script into the head, so a browser that has it already may run it before the form has come.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', define)
else define()
