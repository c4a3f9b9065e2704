import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { USER_ID_FIELD, USER_ID_HEADER } from '../../../platform/api-client.ts'
import * as messages from './messages.en.yaml'

/** For messages that the user sees. */
class PasskeyError extends Error {}

/**
 * Prompts for a passkey, sends it, and goes to `to` or submits the form; returns the error message, if any.
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

async function post(userId: string, path: string, body: object) {
  const response = await fetch(`/auth-test/passkey/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(userId && { [USER_ID_HEADER]: userId }) },
    body: JSON.stringify(body),
  })
  const data = await response.json().catch(() => ({}))
  if (data.to) {
    location.assign(data.to)
    // The page is leaving.
    await new Promise(() => {})
  }
  if (!response.ok) throw new PasskeyError(data.detail ?? messages.failed())
  return data
}

function messageFor(thrown: unknown): string {
  const { name, message } = thrown as Error
  if (thrown instanceof PasskeyError) return message
  if (name === 'InvalidStateError') return messages.passkeyExists()
  // Browsers don't say whether there was a passkey, so that sites can't probe.
  if (name === 'NotAllowedError' || name === 'AbortError') return messages.passkeyCancelled()
  return messages.failed()
}
