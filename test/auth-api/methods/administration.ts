import { password } from '../../support/auth-api-client.ts'
import type { Tried, World } from './fixture.ts'

type Admin = ReturnType<World['stranger']>

/** A part of the reference service that is disabled here, also for service tokens. */
const closed = (why: string, ask: (admin: Admin, id: string) => Promise<unknown>): Tried => ({
  works: why,
  refuses: ['feature_disabled', async (w) => ask(await w.service(), w.random())],
})
const noApps = 'other companies’ apps are not signed in to with an account of ours'
const noProviders = 'providers are configured by the operator, on the machine'
const app = { client_name: 'App', redirect_uris: ['https://app.example'] }
const unknown = (w: World) => ({ userId: w.random(), id: w.random() })

/** The methods of `admin`, for programs of the operator. */
export const administration: Record<string, Tried> = {
  'admin.signOut': {
    works: async (w) => {
      const { session } = await w.newcomer()
      return (await w.service()).signOut(session.access_token)
    },
    refuses: ['bad_jwt', async (w) => (await w.service()).signOut('a.b.c')],
  },
  'admin.inviteUserByEmail': {
    works: async (w) => (await w.service()).inviteUserByEmail(w.address()),
    refuses: [
      'email_exists',
      async (w) => {
        const { admin, email } = await w.made()
        return admin.inviteUserByEmail(email)
      },
    ],
  },
  'admin.generateLink': {
    works: async (w) => (await w.service()).generateLink({ type: 'magiclink', email: w.address() }),
    refuses: [
      'user_not_found',
      async (w) => (await w.service()).generateLink({ type: 'recovery', email: w.address() }),
    ],
  },
  'admin.createUser': {
    works: async (w) => (await w.service()).createUser({ phone: w.number(), password, phone_confirm: true }),
    refuses: [
      'email_exists',
      async (w) => {
        const { admin, email } = await w.made()
        return admin.createUser({ email })
      },
    ],
  },
  'admin.listUsers': {
    works: async (w) => (await w.service()).listUsers({ page: 1, perPage: 2 }),
    refuses: ['validation_failed', async (w) => (await w.service()).listUsers({ page: -1 })],
  },
  'admin.getUserById': {
    works: async (w) => {
      const { admin, id } = await w.made()
      return admin.getUserById(id)
    },
    refuses: ['user_not_found', async (w) => (await w.service()).getUserById(w.random())],
  },
  'admin.updateUserById': {
    works: async (w) => {
      const { admin, id } = await w.made()
      return admin.updateUserById(id, { phone: w.number(), phone_confirm: true })
    },
    refuses: ['user_not_found', async (w) => (await w.service()).updateUserById(w.random(), {})],
  },
  'admin.deleteUser': {
    works: async (w) => {
      const { admin, id } = await w.made()
      return admin.deleteUser(id)
    },
    refuses: ['bad_jwt', (w) => w.stranger().deleteUser(w.random())],
  },
  'admin.mfa.listFactors': {
    works: async (w) => {
      const { admin, id } = await w.made()
      return admin.mfa.listFactors({ userId: id })
    },
    refuses: ['user_not_found', async (w) => (await w.service()).mfa.listFactors(unknown(w))],
  },
  'admin.mfa.deleteFactor': {
    works: async (w) => {
      const { user, factorId } = await w.withTotp()
      return (await w.service()).mfa.deleteFactor({ userId: user.id, id: factorId })
    },
    refuses: ['user_not_found', async (w) => (await w.service()).mfa.deleteFactor(unknown(w))],
  },
  'admin.passkey.listPasskeys': {
    works: async (w) => {
      const { admin, id } = await w.made()
      return admin.passkey.listPasskeys({ userId: id })
    },
    refuses: ['user_not_found', async (w) => (await w.service()).passkey.listPasskeys(unknown(w))],
  },
  'admin.passkey.deletePasskey': {
    works: async (w) => {
      const { user, passkeyId } = await w.withPasskey()
      return (await w.service()).passkey.deletePasskey({ userId: user.id, passkeyId })
    },
    refuses: [
      'webauthn_credential_not_found',
      async (w) => {
        const { admin, id } = await w.made()
        return admin.passkey.deletePasskey({ userId: id, passkeyId: w.random() })
      },
    ],
  },
  'admin.oauth.listClients': closed(noApps, (admin) => admin.oauth.listClients()),
  'admin.oauth.createClient': closed(noApps, (admin) => admin.oauth.createClient(app)),
  'admin.oauth.getClient': closed(noApps, (admin, id) => admin.oauth.getClient(id)),
  'admin.oauth.updateClient': closed(noApps, (admin, id) => admin.oauth.updateClient(id, app)),
  'admin.oauth.deleteClient': closed(noApps, (admin, id) => admin.oauth.deleteClient(id)),
  'admin.oauth.regenerateClientSecret': closed(noApps, (admin, id) => admin.oauth.regenerateClientSecret(id)),
  'admin.customProviders.listProviders': closed(noProviders, (admin) =>
    admin.customProviders.listProviders(),
  ),
  'admin.customProviders.createProvider': closed(noProviders, (admin) =>
    admin.customProviders.createProvider({} as never),
  ),
  'admin.customProviders.getProvider': closed(noProviders, (admin, id) =>
    admin.customProviders.getProvider(id),
  ),
  'admin.customProviders.updateProvider': closed(noProviders, (admin, id) =>
    admin.customProviders.updateProvider(id, {}),
  ),
  'admin.customProviders.deleteProvider': closed(noProviders, (admin, id) =>
    admin.customProviders.deleteProvider(id),
  ),
}
