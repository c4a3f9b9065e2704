import { vi } from 'vitest'
import { otherPassword, password } from '../../support/auth-api-client.ts'
import { ethereumWallet } from '../../support/wallets.ts'
import { app, forged, type Tried, type World } from './fixture.ts'

const wallet = ({ wallet: found }: ReturnType<typeof ethereumWallet>) =>
  ({ chain: 'ethereum', wallet: found as never, statement: 'Come in', options: { url: app } }) as const
const test = 'test' as never
const away = { provider: test, options: { redirectTo: app, skipBrowserRedirect: true } }
/** The redirect of a URL that the client made. */
const leads = async ({ on }: World, url: string | null | undefined) => {
  const answer = await on.ask(url ?? '')
  return { to: answer.headers.get('Location') ?? '', status: answer.status }
}
const tokenOf = async ({ auth }: Awaited<ReturnType<World['somebody']>>) =>
  (await auth.getSession()).data.session
const local = 'it asks nobody anything'

/** The methods of the client itself. */
export const signingIn: Record<string, Tried> = {
  isThrowOnErrorEnabled: {
    works: async (w) => w.nobody().auth.isThrowOnErrorEnabled(),
    refuses: local,
  },
  initialize: {
    works: (w) => w.nobody().auth.initialize(),
    refuses: [
      'AuthImplicitGrantRedirectError',
      (w) => {
        const href = `${app}#error=access_denied&error_code=otp_expired&error_description=gone&sb=`
        vi.stubGlobal('window', { location: { href }, history: { state: {}, replaceState: () => {} } })
        vi.stubGlobal('document', { visibilityState: 'visible' })
        return w.nobody({ detectSessionInUrl: true }).auth.initialize()
      },
    ],
  },
  signInAnonymously: {
    works: (w) => w.nobody().auth.signInAnonymously(),
    refuses: ['anonymous_provider_disabled', (w) => w.closed().auth.signInAnonymously()],
  },
  signUp: {
    works: (w) => w.nobody().auth.signUp({ email: w.address(), password }),
    refuses: ['weak_password', (w) => w.nobody().auth.signUp({ email: w.address(), password: 'short' })],
  },
  signInWithPassword: {
    works: async (w) => {
      const { email } = await w.newcomer()
      return w.nobody().auth.signInWithPassword({ email, password })
    },
    refuses: [
      'invalid_credentials',
      (w) => w.nobody().auth.signInWithPassword({ email: w.address(), password: otherPassword }),
    ],
  },
  signInWithOAuth: {
    works: async (w) => {
      const { data } = await w.nobody().auth.signInWithOAuth(away)
      const { to } = await leads(w, data.url)
      if (!to.startsWith(w.provider.issuer)) throw new Error(`leads to ${to}`)
    },
    refuses: [
      'validation_failed',
      async (w) => {
        // The client only makes the URL, and the server rejects the request to it.
        const { data } = await w.closed().auth.signInWithOAuth(away)
        const answer = await w.off.ask(data.url ?? '')
        return ((await answer.json()) as { error_code: string }).error_code
      },
    ],
  },
  exchangeCodeForSession: {
    works: async (w) => {
      const { auth, link } = await w.askedByCode()
      const to = await w.on.press(link)
      return auth.exchangeCodeForSession(to.searchParams.get('code') ?? '')
    },
    refuses: [
      'flow_state_not_found',
      async (w) => (await w.askedByCode()).auth.exchangeCodeForSession('not-one-of-ours'),
    ],
  },
  signInWithWeb3: {
    works: (w) => w.nobody().auth.signInWithWeb3(wallet(ethereumWallet())),
    refuses: ['web3_provider_disabled', (w) => w.closed().auth.signInWithWeb3(wallet(ethereumWallet()))],
  },
  signInWithIdToken: {
    works: async (w) => {
      const token = await w.provider.idToken({ sub: 'method', email: w.address(), email_verified: true })
      return w.nobody().auth.signInWithIdToken({ provider: 'test', token })
    },
    refuses: [
      'provider_disabled',
      (w) => w.closed().auth.signInWithIdToken({ provider: 'google', token: 'a.b.c' }),
    ],
  },
  signInWithOtp: {
    works: (w) => w.nobody().auth.signInWithOtp({ email: w.address() }),
    refuses: ['phone_provider_disabled', (w) => w.closed().auth.signInWithOtp({ phone: w.number() })],
  },
  verifyOtp: {
    works: async (w) => {
      const { auth } = w.nobody()
      const phone = w.number()
      await auth.signInWithOtp({ phone })
      return auth.verifyOtp({ phone, token: (await w.on.messageTo(phone)).code, type: 'sms' })
    },
    refuses: [
      'otp_expired',
      (w) => w.nobody().auth.verifyOtp({ email: w.address(), token: '000000', type: 'email' }),
    ],
  },
  signInWithSSO: {
    works: (w) => w.nobody().auth.signInWithSSO({ domain: 'org.example', options: { redirectTo: app } }),
    refuses: ['saml_provider_disabled', (w) => w.closed().auth.signInWithSSO({ domain: 'org.example' })],
  },
  reauthenticate: {
    works: async (w) => (await w.newcomer()).auth.reauthenticate(),
    refuses: ['AuthSessionMissingError', (w) => w.nobody().auth.reauthenticate()],
  },
  resend: {
    works: (w) => w.nobody().auth.resend({ type: 'signup', email: w.address() }),
    refuses: ['phone_provider_disabled', (w) => w.closed().auth.resend({ type: 'sms', phone: w.number() })],
  },
  getSession: {
    works: async (w) => (await w.somebody()).auth.getSession(),
    refuses: [
      'refresh_token_not_found',
      async (w) => {
        const one = await w.somebody()
        for (const [key, value] of one.storage) {
          one.storage.set(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1, refresh_token: 'none' }))
        }
        return one.auth.getSession()
      },
    ],
  },
  getUser: {
    works: async (w) => (await w.somebody()).auth.getUser(),
    refuses: ['bad_jwt', (w) => w.nobody().auth.getUser('a.b.c')],
  },
  updateUser: {
    works: async (w) => (await w.somebody()).auth.updateUser({ data: { shoe: 'left' } }),
    refuses: ['validation_failed', async (w) => (await w.somebody()).auth.updateUser({ email: 'nowhere' })],
  },
  setSession: {
    works: async (w) => {
      const session = await tokenOf(await w.somebody())
      if (!session) throw new Error('no session')
      return w.nobody().auth.setSession(session)
    },
    refuses: [
      'bad_jwt',
      async (w) => {
        const session = await tokenOf(await w.somebody())
        const { access_token = '', refresh_token = '' } = session ?? {}
        return w.nobody().auth.setSession({ access_token: forged(access_token), refresh_token })
      },
    ],
  },
  refreshSession: {
    works: async (w) => (await w.somebody()).auth.refreshSession(),
    refuses: ['refresh_token_not_found', (w) => w.nobody().auth.refreshSession({ refresh_token: 'none' })],
  },
  signOut: {
    works: async (w) => (await w.somebody()).auth.signOut(),
    refuses: 'the client takes 401, 403 and 404 for a session that is gone already (client-rules)',
  },
  onAuthStateChange: {
    works: async (w) =>
      w
        .nobody()
        .auth.onAuthStateChange(() => {})
        .data.subscription.unsubscribe(),
    refuses: local,
  },
  resetPasswordForEmail: {
    works: (w) => w.nobody().auth.resetPasswordForEmail(w.address()),
    refuses: ['validation_failed', (w) => w.nobody().auth.resetPasswordForEmail('nowhere')],
  },
  getUserIdentities: {
    works: async (w) => (await w.newcomer()).auth.getUserIdentities(),
    refuses: ['AuthSessionMissingError', (w) => w.nobody().auth.getUserIdentities()],
  },
  linkIdentity: {
    works: async (w) => {
      const { data } = await (await w.newcomer()).auth.linkIdentity(away)
      if (!data.url?.startsWith(w.provider.issuer)) throw new Error(`leads to ${data.url}`)
    },
    refuses: [
      'validation_failed',
      async (w) => (await w.newcomer()).auth.linkIdentity({ ...away, provider: 'google' }),
    ],
  },
  unlinkIdentity: {
    works: async (w) => {
      const one = await w.newcomer()
      const token = await w.provider.idToken({ sub: w.random(), email: w.address(), email_verified: true })
      await one.auth.linkIdentity({ provider: 'test', token } as never)
      const { data } = await one.auth.getUserIdentities()
      const linked = data?.identities.find(({ provider }) => provider === 'test')
      if (!linked) throw new Error('not linked')
      return one.auth.unlinkIdentity(linked)
    },
    refuses: [
      'single_identity_not_deletable',
      async (w) => {
        const one = await w.newcomer()
        const { data } = await one.auth.getUserIdentities()
        return one.auth.unlinkIdentity(data?.identities[0] as never)
      },
    ],
  },
  startAutoRefresh: {
    works: async (w) => {
      const { auth } = w.nobody()
      await auth.startAutoRefresh()
      await auth.stopAutoRefresh()
    },
    refuses: 'what it refreshes is refused as by refreshSession',
  },
  stopAutoRefresh: { works: (w) => w.nobody().auth.stopAutoRefresh(), refuses: local },
  dispose: { works: (w) => w.nobody().auth.dispose(), refuses: local },
  getClaims: {
    works: async (w) => (await w.somebody()).auth.getClaims(),
    refuses: [
      'invalid_jwt',
      async (w) => {
        const one = await w.somebody()
        return one.auth.getClaims(forged((await tokenOf(one))?.access_token ?? ''))
      },
    ],
  },
  'oauth.getAuthorizationDetails': closedOAuth((auth, id) => auth.getAuthorizationDetails(id)),
  'oauth.approveAuthorization': closedOAuth((auth, id) => auth.approveAuthorization(id)),
  'oauth.denyAuthorization': closedOAuth((auth, id) => auth.denyAuthorization(id)),
  'oauth.listGrants': closedOAuth((auth) => auth.listGrants()),
  'oauth.revokeGrant': closedOAuth((auth, clientId) => auth.revokeGrant({ clientId })),
}

function closedOAuth(
  ask: (oauth: Awaited<ReturnType<World['somebody']>>['auth']['oauth'], id: string) => Promise<unknown>,
): Tried {
  return {
    works: 'other companies’ apps are not signed in to with an account of ours',
    refuses: ['feature_disabled', async (w) => ask((await w.somebody()).auth.oauth, w.random())],
  }
}
