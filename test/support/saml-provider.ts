import { createCipheriv, generateKeyPairSync, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto'
import * as samlify from 'samlify'

const entity = 'https://login.example.net/saml'
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** The library must embed a certificate. It is of another key, because embedded certificates must not be trusted. */
const unrelatedCertificate = [
  'MIIBejCCAR+gAwIBAgIUXKcm5HqIhhpGu50Ot8935DRq2vgwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGYSB0ZXN0MC',
  'AXDTI2MTEyMjEwNDY1M1oYDzIxMjYxMDI5MTA0NjUzWjARMQ8wDQYDVQQDDAZhIHRlc3QwWTATBgcqhkjOPQIBBggq',
  'hkjOPQMBBwNCAASP6RL0B8ZTKXXrSfcX9r+OzSwnC96rRK/H42GyNDJzCm5wYcE01zmwWslefbsl976PGqCub7kfYv',
  'GSE73Cg0gzo1MwUTAdBgNVHQ4EFgQUbTs3lXwrI5fLi8EFFZ5IpGjy+HswHwYDVR0jBBgwFoAUbTs3lXwrI5fLi8EF',
  'FZ5IpGjy+HswDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAnN0JtAh075/qWvSZit8erIVR7TFFyR',
  'XXT8P6rM7pR/gCIQC3YvBoLNPpzMcs7oiQZ+x/0fW9W2qrPENXEQLlIxwgPw==',
].join('')

// Skips XML schema validation of our metadata.
samlify.setSchemaValidator({ validate: async () => 'not asked' })

/** Deviations of a response: signature algorithm, encryption algorithm, issuer, and name id format. */
type ResponseOverrides = { algorithm?: string; encrypted?: string; entityID?: string; nameID?: string }

/** An identity provider (samlify). */
export function samlProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const signing = ({
    algorithm = sha256,
    encrypted,
    entityID = entity,
    nameID = emailAddress,
  }: ResponseOverrides) =>
    samlify.IdentityProvider({
      entityID,
      privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      signingCert: unrelatedCertificate,
      requestSignatureAlgorithm: algorithm,
      ...(encrypted && { isAssertionEncrypted: true, dataEncryptionAlgorithm: encrypted }),
      nameIDFormat: [nameID],
      singleSignOnService: [
        {
          Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          Location: 'https://login.example.net/sign-on',
        },
      ],
    })

  /**
   * Responds to a login request.
   *
   * @param url of the redirect
   * @param metadata of the service provider
   * @returns the form fields
   */
  async function answer(url: string, metadata: string, email: string, overrides: ResponseOverrides = {}) {
    const idp = signing(overrides)
    const sp = samlify.ServiceProvider({ metadata })
    const query = Object.fromEntries(new URL(url).searchParams)
    const loginRequest = await idp.parseLoginRequest(sp, 'redirect', { query })
    const { context } = await idp.createLoginResponse(sp, loginRequest as never, 'post', { email })
    return { SAMLResponse: context, RelayState: query.RelayState ?? '' }
  }

  /** The value of SAML_<NAME>. */
  const setting = `${entity} https://login.example.net/sign-on ${key} org.example,org.example.net`
  return { answer, setting }
}

/** Changes the XML of a response. */
export const rewriteResponse = <Form extends { SAMLResponse: string }>(
  form: Form,
  change: (xml: string) => string,
): Form => ({
  ...form,
  SAMLResponse: Buffer.from(change(Buffer.from(form.SAMLResponse, 'base64').toString())).toString('base64'),
})

/**
 * Encrypts the assertion of a response, which needs only our public metadata.
 *
 * @param SAMLResponse unencrypted
 */
export async function encryptAssertion(metadata: string, SAMLResponse: string): Promise<string> {
  const [, certificate = ''] = /<X509Certificate>([^<]+)</.exec(metadata) ?? []
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`
  const key = new X509Certificate(pem).publicKey
  const xml = Buffer.from(SAMLResponse, 'base64').toString()
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
  const [secret, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-128-gcm', secret, nonce)
  const sealed = Buffer.concat([nonce, cipher.update(assertion), cipher.final(), cipher.getAuthTag()])
  const wrapped = publicEncrypt({ key, oaepHash: 'sha1' }, secret)
  const enc = 'http://www.w3.org/2001/04/xmlenc#'
  const value = (bytes: Buffer) =>
    `<e:CipherData><e:CipherValue>${bytes.toString('base64')}</e:CipherValue></e:CipherData>`
  const part = `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><e:EncryptedData xmlns:e="${enc}" Type="${enc}Element"><e:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes128-gcm"/><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><e:EncryptedKey><e:EncryptionMethod Algorithm="${enc}rsa-oaep-mgf1p"/>${value(wrapped)}</e:EncryptedKey></KeyInfo>${value(sealed)}</e:EncryptedData></saml:EncryptedAssertion>`
  return Buffer.from(xml.replace(assertion, () => part)).toString('base64')
}
