import type { AuthErrorCode } from './auth-api.contract.ts'
import { authError } from './auth-api.rules.ts'

/** The reference service's errors for disabled features. */
const endpoints: [path: string, code: AuthErrorCode, message: string][] = [
  ['/sso', 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['/sso/*', 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['/passkeys', 'passkey_disabled', 'Passkeys are disabled'],
  ['/passkeys/*', 'passkey_disabled', 'Passkeys are disabled'],
  ['/oauth/*', 'feature_disabled', 'OAuth server is disabled'],
  ['/user/oauth/*', 'feature_disabled', 'OAuth server is disabled'],
]
const withErrors = (list: typeof endpoints) =>
  list.map(([path, code, message]) => ({ path, error: authError(code, message) }))
export const disabledEndpoints = withErrors(endpoints)

export const disabledAdminEndpoints = withErrors([
  ['/admin/oauth/*', 'feature_disabled', 'OAuth server is disabled'],
  ['/admin/custom-providers', 'feature_disabled', 'Custom OAuth providers are disabled'],
  ['/admin/custom-providers/*', 'feature_disabled', 'Custom OAuth providers are disabled'],
  ['/admin/users/:user_id/passkeys', 'passkey_disabled', 'Passkeys are disabled'],
  ['/admin/users/:user_id/passkeys/*', 'passkey_disabled', 'Passkeys are disabled'],
])

export const endpointNotFound = authError('not_found', 'There is no such address here')

type Settings = {
  smtpUrl: string | undefined
  loopback: boolean
  authApi: { anonymous: boolean; phone: boolean; passkeys: boolean; saml: readonly unknown[] }
}

/** Reference service, settings.go. */
const referenceProviders =
  'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos zoom'.split(
    ' ',
  )

/** Reports all other providers as off. */
export const settingsBody = (
  { smtpUrl, loopback, authApi }: Settings,
  enabledProviders: readonly string[],
) => ({
  external: {
    anonymous_users: authApi.anonymous,
    email: true,
    phone: authApi.phone,
    ...Object.fromEntries(referenceProviders.map((key) => [key, false])),
    ...Object.fromEntries(enabledProviders.map((key) => [key, true])),
  },
  disable_signup: smtpUrl === undefined && !loopback,
  mailer_autoconfirm: smtpUrl === undefined,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: authApi.saml.length > 0,
  passkeys_enabled: authApi.passkeys,
})
