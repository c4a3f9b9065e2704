/** Passkeys that open a journal: WebAuthn's PRF extension (Level 3, section 10.1.4) gives a secret that never leaves the device. */
import { fromBase64, fromBase64url, randomBytes, toBase64url } from '../keyring/bytes.rules.ts'
import type { NewSlot } from '../keyring/keyring.rules.ts'
import { KeyringError } from '../keyring/keyring-error.rules.ts'
import type { Keyring, Slot } from '../lock/lock.contract.ts'
import * as messages from '../lock/messages.en.yaml'

type PasskeySlot = Slot & { kind: 'passkey' }
type Bytes = Uint8Array<ArrayBuffer>

/** ES256 and RS256 (Windows Hello). */
const algorithms = [-7, -257]

/** Whether this browser knows passkeys at all; whether one has the PRF shows only its use. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/**
 * Creates a passkey for a journal. Its user handle is random and its names are neutral, so that the device's list tells nothing.
 *
 * @param label as its owner calls it; it stays in the keyring
 * @param keyring in which the device may have a passkey already
 * @throws KeyringError `passkey_cancelled`, `passkey_exists`, or `passkey_unsupported` when it has no PRF
 */
export async function createPasskey({
  label,
  keyring,
}: {
  user_id: string
  lock_id: string
  label: string
  keyring?: Keyring
}): Promise<NewSlot & { kind: 'passkey' }> {
  const salt = randomBytes(16)
  const credential = await prompt((container) =>
    container.create({
      publicKey: {
        challenge: randomBytes(32),
        rp: { name: location.hostname },
        user: { id: randomBytes(32), name: messages.passkeyName(), displayName: messages.passkeyName() },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        // The list of passkeys for signing in then lacks it, where the device lets us choose.
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: passkeySlots(keyring).map(descriptor),
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  const { prf } = credential.getClientExtensionResults()
  if (!prf?.enabled && !prf?.results) {
    forget(credential)
    throw new KeyringError('passkey_unsupported')
  }
  const credential_id = toBase64url(new Uint8Array(credential.rawId))
  // Some evaluate it only when signing in.
  const secret = readSecret(credential) ?? (await evaluate([{ credential_id, salt }])).secret
  return { kind: 'passkey', credential_id, label, salt, secret }
}

/**
 * Lets a passkey of the keyring evaluate its PRF.
 *
 * @returns its slot and the secret that opens it
 * @throws KeyringError `no_such_way` without passkeys, `passkey_cancelled`, or `passkey_unsupported`
 */
export async function passkeySecret(keyring: Keyring): Promise<{ slot: PasskeySlot; secret: Bytes }> {
  const slots = passkeySlots(keyring)
  if (slots.length === 0) throw new KeyringError('no_such_way')
  const { credential_id, secret } = await evaluate(
    slots.map((slot) => ({ credential_id: slot.credential_id, salt: fromBase64(slot.salt) })),
  )
  const slot = slots.find((each) => each.credential_id === credential_id)
  if (!slot) throw new KeyringError('wrong_passkey')
  return { slot, secret }
}

async function evaluate(passkeys: { credential_id: string; salt: Bytes }[]) {
  const evalByCredential = Object.fromEntries(
    passkeys.map(({ credential_id, salt }) => [credential_id, { first: salt }]),
  )
  const credential = await prompt((container) =>
    container.get({
      publicKey: {
        challenge: randomBytes(32),
        allowCredentials: passkeys.map(descriptor),
        userVerification: 'required',
        extensions: { prf: { evalByCredential } },
      },
    }),
  )
  const secret = readSecret(credential)
  if (!secret) throw new KeyringError('passkey_unsupported')
  return { credential_id: toBase64url(new Uint8Array(credential.rawId)), secret }
}

const passkeySlots = (keyring?: Keyring): PasskeySlot[] =>
  keyring?.slots.filter((slot) => slot.kind === 'passkey') ?? []

const descriptor = ({ credential_id }: { credential_id: string }): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: fromBase64url(credential_id),
})

function readSecret(credential: PublicKeyCredential): Bytes | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return undefined
  return ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
}

async function prompt(
  request: (container: CredentialsContainer) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (!hasPasskeys()) throw new KeyringError('passkey_unsupported')
  try {
    const credential = await request(navigator.credentials)
    if (credential) return credential as PublicKeyCredential
  } catch (cause) {
    const { name } = cause as Error
    if (name === 'InvalidStateError') throw new KeyringError('passkey_exists', { cause })
    // Browsers don't say whether there was a passkey, so that sites can't probe.
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new KeyringError('passkey_cancelled', { cause })
    throw new KeyringError('passkey_unsupported', { cause })
  }
  throw new KeyringError('passkey_cancelled')
}

/** Lets the device drop a passkey that is of no use (WebAuthn Level 3, section 5.1.10), where it can. */
function forget(credential: PublicKeyCredential) {
  type Signals = {
    signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void>
  }
  const { signalUnknownCredential } = PublicKeyCredential as unknown as Signals
  signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId: credential.id })
    .catch(() => {})
}
