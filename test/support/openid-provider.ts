import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export type ProviderUser = { email?: string; email_verified?: boolean | string }

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** A real OpenID provider (oidc-provider) on this machine, over http. Its page asks for a key of `users`, or to decline. */
export async function openidProvider(redirect_uris: string[]) {
  const [own, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256'),
  ])
  const jwk = { ...(await exportJWK(own.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const peer = {
    issuer,
    /** The value of OIDC_<NAME>. */
    setting: `${issuer} unfog a-secret-of-the-test`,
    users: new Map<string, ProviderUser>(),
    behavior: {
      /** Responds with a self-submitting form, as Apple does. */
      form_post: false,
      /** Puts the email in the ID token; else only in userinfo. */
      address_in_token: true,
      /** Changes an ID token; `foreign` signs it with another key. */
      forge: undefined as ((claims: JWTPayload) => { claims: JWTPayload; foreign?: boolean }) | undefined,
    },
    /** An ID token as an app gets it; `foreign` signs it with another key. */
    idToken(claims: JWTPayload, signing: { header?: object; foreign?: boolean } = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: issuer, aud: 'unfog', iat: now, exp: now + 600, ...claims }
      return sign(all, signing.foreign ? foreign.privateKey : own.privateKey, signing.header)
    },
    publicKey: own.publicKey,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'unfog', client_secret: 'a-secret-of-the-test', redirect_uris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of the test'] },
    jwks: { keys: [jwk] },
    // In seconds. Set to avoid warnings.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/who/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: (use: string) => ({
        sub,
        ...((use === 'userinfo' || peer.behavior.address_in_token) && peer.users.get(sub)),
      }),
    }),
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } }
    }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    const { forge } = peer.behavior
    if (context.path !== '/token' || !forge || typeof context.body.id_token !== 'string') return
    const forged = forge(decodeJwt(context.body.id_token))
    context.body.id_token = await sign(forged.claims, forged.foreign ? foreign.privateKey : own.privateKey)
  })
  const answer = provider.callback()
  const ask = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return response.setHeader('Content-Type', 'text/html').end(page)
    const login = new URLSearchParams(await text(request)).get('login')
    const denied = { error: 'access_denied', error_description: 'they said no' }
    await provider.interactionFinished(request, response, login ? { login: { accountId: login } } : denied)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/who/')) return void ask(request, response)
    if (request.url?.startsWith('/auth?') && peer.behavior.form_post)
      request.url += '&response_mode=form_post'
    answer(request, response)
  })
  return peer
}

const sign = (claims: JWTPayload, key: Key, header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own', ...header }).sign(key)

const page = `<!doctype html><title>Who are you</title><form method="post">
<label>Name <input name="login"></label><button>Sign in</button></form>
<form method="post"><button>No, thank you</button></form>`
