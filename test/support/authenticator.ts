import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Deviations of one response. */
export type AuthenticatorOverrides = {
  origin?: string
  rpId?: string
  /** User verification, true by default. */
  userVerified?: boolean
  /** Default: the last one plus one. */
  counter?: number
  challenge?: string
  userHandle?: string | null
  /** An existing credential id, to test a collision. */
  id?: string
}

type Passkey = { id: string; privateKey: KeyObject; userHandle: string; counter: number }

/** The flags of authenticator data (WebAuthn Level 3, 6.1). */
const flag = { userPresent: 0x01, userVerified: 0x04, attestedCredentialData: 0x40 }

/**
 * A software authenticator with its browser (WebAuthn Level 3, 6 and 5.1): ES256, attestation "none", discoverable credentials.
 *
 * @param counts whether it counts signatures; synced passkeys do not
 */
export function createAuthenticator(origin: string, { counts = true } = {}) {
  const passkeys: Passkey[] = []

  return {
    passkeys,

    create(
      options: PublicKeyCredentialCreationOptionsJSON,
      overrides: AuthenticatorOverrides = {},
    ): RegistrationResponseJSON {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const credentialId = overrides.id ? Buffer.from(overrides.id, 'base64url') : randomBytes(32)
      const passkey = {
        id: credentialId.toString('base64url'),
        privateKey,
        userHandle: options.user.id,
        counter: 0,
      }
      passkeys.push(passkey)
      // RFC 9053, 7.1.1: kty EC2, alg ES256, crv P-256, x, y.
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)])
      const authData = authenticatorData(overrides.rpId ?? options.rp.id ?? '', passkey, overrides, attested)
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, overrides),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    get(
      options: PublicKeyCredentialRequestOptionsJSON,
      overrides: AuthenticatorOverrides = {},
    ): AuthenticationResponseJSON {
      const allowed = options.allowCredentials?.map(({ id }) => id) ?? []
      const passkey = passkeys.find(({ id }) => allowed.length === 0 || allowed.includes(id))
      if (!passkey) throw new Error('The authenticator has no passkey for this.')
      const authData = authenticatorData(overrides.rpId ?? options.rpId ?? '', passkey, overrides)
      const clientDataJSON = clientData('webauthn.get', options.challenge, overrides)
      const signed = Buffer.concat([authData, sha256(bytesOf(clientDataJSON))])
      const userHandle = overrides.userHandle === undefined ? passkey.userHandle : overrides.userHandle
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
          ...(userHandle === null ? {} : { userHandle }),
        },
      }
    },
  }

  function authenticatorData(
    rpId: string,
    passkey: Passkey,
    overrides: AuthenticatorOverrides,
    attested = Buffer.alloc(0),
  ) {
    passkey.counter = overrides.counter ?? (counts ? passkey.counter + 1 : 0)
    const verified = overrides.userVerified === false ? 0 : flag.userVerified
    const flags = flag.userPresent | verified | (attested.length > 0 ? flag.attestedCredentialData : 0)
    const fixed = Buffer.alloc(5)
    fixed.writeUInt8(flags)
    fixed.writeUInt32BE(passkey.counter, 1)
    return Buffer.concat([sha256(rpId), fixed, attested])
  }

  function clientData(type: string, challenge: string, overrides: AuthenticatorOverrides) {
    const clientData = {
      type,
      challenge: overrides.challenge ?? challenge,
      origin: overrides.origin ?? origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(clientData)).toString('base64url')
  }
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
