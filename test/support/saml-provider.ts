import { generateKeyPairSync } from 'node:crypto'
import * as samlify from 'samlify'

const entity = 'https://login.example.net/saml'
const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** The library wants a certificate to send along. Nobody may believe what an answer brings itself, so it is of another key. */
const somebodys = [
  'MIIBejCCAR+gAwIBAgIUXKcm5HqIhhpGu50Ot8935DRq2vgwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGYSB0ZXN0MC',
  'AXDTI2MTEyMjEwNDY1M1oYDzIxMjYxMDI5MTA0NjUzWjARMQ8wDQYDVQQDDAZhIHRlc3QwWTATBgcqhkjOPQIBBggq',
  'hkjOPQMBBwNCAASP6RL0B8ZTKXXrSfcX9r+OzSwnC96rRK/H42GyNDJzCm5wYcE01zmwWslefbsl976PGqCub7kfYv',
  'GSE73Cg0gzo1MwUTAdBgNVHQ4EFgQUbTs3lXwrI5fLi8EFFZ5IpGjy+HswHwYDVR0jBBgwFoAUbTs3lXwrI5fLi8EF',
  'FZ5IpGjy+HswDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAnN0JtAh075/qWvSZit8erIVR7TFFyR',
  'XXT8P6rM7pR/gCIQC3YvBoLNPpzMcs7oiQZ+x/0fW9W2qrPENXEQLlIxwgPw==',
].join('')

// Our metadata is judged by who reads it here, not by its XML schema.
samlify.setSchemaValidator({ validate: async () => 'not asked' })

/** The sign-in of an organisation, as its own software would be (samlify). */
export function samlProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const signing = (algorithm: string) =>
    samlify.IdentityProvider({
      entityID: entity,
      privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      signingCert: somebodys,
      requestSignatureAlgorithm: algorithm,
      nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      singleSignOnService: [
        {
          Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          Location: 'https://login.example.net/sign-on',
        },
      ],
    })

  /**
   * Answers whoever was sent here.
   *
   * @param url where they were sent
   * @param metadata whom the answer is for
   * @returns what the page's form sends
   */
  async function answer(url: string, metadata: string, email: string, algorithm = sha256) {
    const idp = signing(algorithm)
    const sp = samlify.ServiceProvider({ metadata })
    const query = Object.fromEntries(new URL(url).searchParams)
    const asked = await idp.parseLoginRequest(sp, 'redirect', { query })
    const { context } = await idp.createLoginResponse(sp, asked as never, 'post', { email })
    return { SAMLResponse: context, RelayState: query.RelayState ?? '' }
  }

  /** As the operator writes it down. */
  const setting = `${entity} https://login.example.net/sign-on ${key} org.example,org.example.net`
  return { answer, setting }
}

/** The same form with another document in it. */
export const rewritten = <Form extends { SAMLResponse: string }>(
  form: Form,
  change: (xml: string) => string,
): Form => ({
  ...form,
  SAMLResponse: Buffer.from(change(Buffer.from(form.SAMLResponse, 'base64').toString())).toString('base64'),
})
