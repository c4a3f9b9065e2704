import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { USER_ID_FIELD, USER_ID_HEADER } from '../../../platform/api-client.ts'

/** Shown to the person as it is. */
class PasskeyError extends Error {}

/**
 * Asks the browser for a passkey, sends it, and goes on to `to`; without one the form is sent as it stands. Fetched when a passkey
 * form is used: no page that only shows one carries it (passkey.element.ts).
 *
 * @param kind what for: `registration`, `sign-in` or `proof`
 * @returns what to tell the person where there was none
 */
export async function answerByPasskey(
  form: HTMLFormElement,
  kind: string,
  to: string | null,
): Promise<string | undefined> {
  try {
    const fields = new FormData(form)
    const userId = String(fields.get(USER_ID_FIELD) ?? '')
    const { challenge_id, options } = await post(userId, `${kind}-options`, Object.fromEntries(fields))
    const response =
      kind === 'registration'
        ? await startRegistration({ optionsJSON: options })
        : await startAuthentication({ optionsJSON: options })
    const shared = document.querySelector<HTMLInputElement>('main [name=shared_device]')
    await post(userId, kind, {
      challenge_id,
      response,
      ...(kind === 'sign-in' && { shared_device: shared?.checked }),
    })
    if (to) location.assign(to)
    else form.submit()
    return undefined
  } catch (thrown) {
    return messageFor(thrown)
  }
}

/** @param userId page this is; nothing where nobody is signed in */
async function post(userId: string, path: string, body: object) {
  const response = await fetch(`/auth-test/passkey/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(userId && { [USER_ID_HEADER]: userId }) },
    body: JSON.stringify(body),
  })
  const data = await response.json().catch(() => ({}))
  if (data.to) {
    location.assign(data.to)
    // The page is left.
    await new Promise(() => {})
  }
  if (!response.ok)
    throw new PasskeyError(data.detail ?? 'Something went wrong. Please try again in a moment.')
  return data
}

function messageFor(thrown: unknown): string {
  const { name, message } = thrown as Error
  if (thrown instanceof PasskeyError) return message
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  // Put away, waited too long, or no passkey is here: browsers do not say which, so that pages cannot ask what you have.
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. You can try again when you like.'
  return 'Something went wrong. Please try again in a moment.'
}
