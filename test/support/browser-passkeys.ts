import { vi } from 'vitest'
import { createAuthenticator } from './authenticator.ts'

const toBase64url = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes as ArrayBuffer).toString('base64url')
type Options = {
  challenge: ArrayBuffer
  user?: { id: ArrayBuffer }
  allowCredentials?: { id: ArrayBuffer }[]
}

/** Encodes the browser's options as JSON. */
const toJson = ({ challenge, user, allowCredentials, ...options }: Options) =>
  ({
    ...options,
    challenge: toBase64url(challenge),
    ...(user && { user: { ...user, id: toBase64url(user.id) } }),
    ...(allowCredentials && {
      allowCredentials: allowCredentials.map((one) => ({ ...one, id: toBase64url(one.id) })),
    }),
  }) as never

/** Stubs a browser's WebAuthn for a client in Node, until `vi.unstubAllGlobals`. */
export function browserWithPasskeys(origin: string) {
  const device = createAuthenticator(origin)
  class PublicKeyCredential {
    json: object
    constructor(json: object) {
      this.json = json
    }
    toJSON() {
      return this.json
    }
  }
  const credentials = {
    create: async ({ publicKey }: { publicKey: Options }) =>
      new PublicKeyCredential(device.create(toJson(publicKey))),
    get: async ({ publicKey }: { publicKey: Options }) =>
      new PublicKeyCredential(device.get(toJson(publicKey))),
  }
  const { hostname } = new URL(origin)
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('window', { PublicKeyCredential, location: { hostname, origin, href: `${origin}/` } })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', { credentials })
  return { ...device, json: toJson }
}
