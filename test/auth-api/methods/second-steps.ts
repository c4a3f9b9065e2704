import { password } from '../../support/auth-api-client.ts'
import { browserWithPasskeys } from '../../support/browser-passkeys.ts'
import { origin, type Tried, type World } from './fixture.ts'

const webauthn = { rpId: 'localhost', rpOrigins: [origin] }
/** A user who has enrolled a passkey as a factor, with a stubbed browser. */
async function begun(w: World) {
  const browser = browserWithPasskeys(origin)
  const one = await w.newcomer()
  const { data } = await one.auth.mfa.webauthn.enroll({ friendlyName: 'Key' })
  return { ...one, browser, factorId: data?.id ?? '' }
}
const unknown = (w: World) => ({ factorId: w.random() })

/** The methods of `mfa` and of passkeys. */
export const secondSteps: Record<string, Tried> = {
  'mfa.enroll': {
    works: async (w) => (await w.newcomer()).auth.mfa.enroll({ factorType: 'phone', phone: w.number() }),
    refuses: ['no_authorization', async (w) => (await w.somebody()).auth.mfa.enroll({ factorType: 'totp' })],
  },
  'mfa.challenge': {
    works: async (w) => {
      const one = await w.withTotp()
      return one.auth.mfa.challenge({ factorId: one.factorId })
    },
    refuses: ['mfa_factor_not_found', async (w) => (await w.somebody()).auth.mfa.challenge(unknown(w))],
  },
  'mfa.verify': {
    works: async (w) => {
      const { auth, factorId, secret } = await w.withTotp()
      const { data } = await auth.mfa.challenge({ factorId })
      return auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code: w.codeOf(secret) })
    },
    refuses: [
      'mfa_verification_failed',
      async (w) => {
        const { auth, factorId } = await w.withTotp()
        const { data } = await auth.mfa.challenge({ factorId })
        return auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code: '000000' })
      },
    ],
  },
  'mfa.challengeAndVerify': {
    works: async (w) => {
      const { auth, factorId, secret } = await w.withTotp()
      return auth.mfa.challengeAndVerify({ factorId, code: w.codeOf(secret) })
    },
    refuses: [
      'mfa_verification_failed',
      async (w) => {
        const { auth, factorId } = await w.withTotp()
        return auth.mfa.challengeAndVerify({ factorId, code: '000000' })
      },
    ],
  },
  'mfa.unenroll': {
    works: async (w) => {
      const { auth, factorId } = await w.withTotp()
      return auth.mfa.unenroll({ factorId })
    },
    refuses: ['mfa_factor_not_found', async (w) => (await w.somebody()).auth.mfa.unenroll(unknown(w))],
  },
  'mfa.listFactors': {
    works: async (w) => (await w.somebody()).auth.mfa.listFactors(),
    refuses: ['AuthSessionMissingError', (w) => w.nobody().auth.mfa.listFactors()],
  },
  'mfa.getAuthenticatorAssuranceLevel': {
    works: async (w) => (await w.somebody()).auth.mfa.getAuthenticatorAssuranceLevel(),
    refuses: [
      'bad_jwt',
      (w) => {
        // The client reads the token itself and requests only the user.
        const claims = Buffer.from('{"aal":"aal1"}').toString('base64url')
        return w.nobody().auth.mfa.getAuthenticatorAssuranceLevel(`e30.${claims}.${'A'.repeat(8)}`)
      },
    ],
  },
  'mfa.webauthn.enroll': {
    works: begun,
    refuses: ['no_authorization', async (w) => (await w.somebody()).auth.mfa.webauthn.enroll({})],
  },
  'mfa.webauthn.challenge': {
    works: async (w) => {
      const { auth, factorId } = await begun(w)
      return auth.mfa.webauthn.challenge({ factorId, webauthn })
    },
    refuses: [
      'mfa_factor_not_found',
      async (w) => (await w.somebody()).auth.mfa.webauthn.challenge({ ...unknown(w), webauthn }),
    ],
  },
  'mfa.webauthn.verify': {
    works: async (w) => {
      const { auth, factorId } = await begun(w)
      const { data } = await auth.mfa.webauthn.challenge({ factorId, webauthn })
      if (!data) throw new Error('no question')
      return auth.mfa.webauthn.verify({ ...data, webauthn: { ...webauthn, ...data.webauthn } as never })
    },
    refuses: [
      'mfa_factor_not_found',
      async (w) => {
        const { auth, factorId } = await begun(w)
        const { data } = await auth.mfa.webauthn.challenge({ factorId, webauthn })
        if (!data) throw new Error('no question')
        const given = { ...data, challengeId: w.random(), webauthn: { ...webauthn, ...data.webauthn } }
        return auth.mfa.webauthn.verify(given as never)
      },
    ],
  },
  'mfa.webauthn.register': {
    works: async (w) => {
      browserWithPasskeys(origin)
      return (await w.newcomer()).auth.mfa.webauthn.register({ friendlyName: 'Key', webauthn })
    },
    refuses: [
      'no_authorization',
      async (w) => {
        browserWithPasskeys(origin)
        return (await w.somebody()).auth.mfa.webauthn.register({ friendlyName: 'Key', webauthn })
      },
    ],
  },
  'mfa.webauthn.authenticate': {
    works: async (w) => {
      browserWithPasskeys(origin)
      const { auth, email } = await w.newcomer()
      await auth.mfa.webauthn.register({ friendlyName: 'Key', webauthn })
      const [factor] = (await auth.mfa.listFactors()).data?.webauthn ?? []
      const next = w.nobody().auth
      await next.signInWithPassword({ email, password })
      return next.mfa.webauthn.authenticate({ factorId: factor?.id ?? '', webauthn })
    },
    refuses: [
      'mfa_factor_not_found',
      async (w) => {
        browserWithPasskeys(origin)
        return (await w.somebody()).auth.mfa.webauthn.authenticate({ ...unknown(w), webauthn })
      },
    ],
  },
  'mfa.recoveryCodes.generate': {
    works: async (w) => (await w.withTotp()).auth.mfa.recoveryCodes.generate(),
    refuses: ['insufficient_aal', async (w) => (await w.somebody()).auth.mfa.recoveryCodes.generate()],
  },
  'mfa.recoveryCodes.getStatus': {
    works: async (w) => (await w.withCodes()).auth.mfa.recoveryCodes.getStatus(),
    refuses: ['mfa_factor_not_found', async (w) => (await w.somebody()).auth.mfa.recoveryCodes.getStatus()],
  },
  'mfa.recoveryCodes.verify': {
    works: async (w) => {
      const { email, codes } = await w.withCodes()
      const { auth } = w.nobody()
      await auth.signInWithPassword({ email, password })
      return auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    },
    refuses: [
      'mfa_verification_failed',
      async (w) => (await w.somebody()).auth.mfa.recoveryCodes.verify({ code: 'abcd-efgh-jkmn' }),
    ],
  },
  'mfa.recoveryCodes.regenerate': {
    works: async (w) => (await w.withCodes()).auth.mfa.recoveryCodes.regenerate(),
    refuses: ['mfa_factor_not_found', async (w) => (await w.withTotp()).auth.mfa.recoveryCodes.regenerate()],
  },
  'mfa.recoveryCodes.unenroll': {
    works: async (w) => (await w.withCodes()).auth.mfa.recoveryCodes.unenroll(),
    refuses: ['mfa_factor_not_found', async (w) => (await w.withTotp()).auth.mfa.recoveryCodes.unenroll()],
  },
  registerPasskey: {
    works: (w) => w.withPasskey(),
    refuses: [
      'passkey_disabled',
      async (w) => {
        browserWithPasskeys(origin)
        const { auth } = w.closed()
        await auth.signUp({ email: w.address(), password })
        return auth.registerPasskey()
      },
    ],
  },
  signInWithPasskey: {
    works: async (w) => {
      await w.withPasskey()
      return w.nobody().auth.signInWithPasskey()
    },
    refuses: [
      'passkey_disabled',
      (w) => {
        browserWithPasskeys(origin)
        return w.closed().auth.signInWithPasskey()
      },
    ],
  },
  'passkey.startRegistration': {
    works: async (w) => (await w.newcomer()).auth.passkey.startRegistration(),
    refuses: ['no_authorization', async (w) => (await w.somebody()).auth.passkey.startRegistration()],
  },
  'passkey.verifyRegistration': {
    works: async (w) => {
      const { create } = browserWithPasskeys(origin)
      const { auth } = await w.newcomer()
      const { data } = await auth.passkey.startRegistration()
      const credential = create(data?.options as never)
      return auth.passkey.verifyRegistration({
        challengeId: data?.challenge_id ?? '',
        credential: credential as never,
      })
    },
    refuses: [
      'webauthn_verification_failed',
      async (w) => {
        const { create } = browserWithPasskeys('https://evil.example')
        const { auth } = await w.newcomer()
        const { data } = await auth.passkey.startRegistration()
        const credential = create(data?.options as never)
        return auth.passkey.verifyRegistration({
          challengeId: data?.challenge_id ?? '',
          credential: credential as never,
        })
      },
    ],
  },
  'passkey.startAuthentication': {
    works: (w) => w.nobody().auth.passkey.startAuthentication(),
    refuses: ['passkey_disabled', (w) => w.closed().auth.passkey.startAuthentication()],
  },
  'passkey.verifyAuthentication': {
    works: async (w) => {
      const { browser } = await w.withPasskey()
      const { auth } = w.nobody()
      const { data } = await auth.passkey.startAuthentication()
      const credential = browser.get(data?.options as never)
      return auth.passkey.verifyAuthentication({
        challengeId: data?.challenge_id ?? '',
        credential: credential as never,
      })
    },
    refuses: [
      'webauthn_verification_failed',
      async (w) => {
        const { browser } = await w.withPasskey()
        const { auth } = w.nobody()
        const { data } = await auth.passkey.startAuthentication()
        const credential = browser.get(data?.options as never, { userVerified: false })
        return auth.passkey.verifyAuthentication({
          challengeId: data?.challenge_id ?? '',
          credential: credential as never,
        })
      },
    ],
  },
  'passkey.list': {
    works: async (w) => (await w.somebody()).auth.passkey.list(),
    refuses: ['AuthSessionMissingError', (w) => w.nobody().auth.passkey.list()],
  },
  'passkey.update': {
    works: async (w) => {
      const { auth, passkeyId } = await w.withPasskey()
      return auth.passkey.update({ passkeyId, friendlyName: 'Laptop' })
    },
    refuses: [
      'webauthn_credential_not_found',
      async (w) =>
        (await w.somebody()).auth.passkey.update({ passkeyId: w.random(), friendlyName: 'Laptop' }),
    ],
  },
  'passkey.delete': {
    works: async (w) => {
      const { auth, passkeyId } = await w.withPasskey()
      return auth.passkey.delete({ passkeyId })
    },
    refuses: [
      'webauthn_credential_not_found',
      async (w) => (await w.somebody()).auth.passkey.delete({ passkeyId: w.random() }),
    ],
  },
}
