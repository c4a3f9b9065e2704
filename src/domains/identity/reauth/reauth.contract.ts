import type { OfferedProvider } from '../social/providers.contract.ts'

/**
 * Ways to reauthenticate: a second factor if there is one, else the password, else an emailed code or a provider (design:
 * "Identity"). Weaker ways are off when there is a stronger one.
 */
export type ReauthMethods = {
  app: boolean
  passkey: boolean
  /** Numbers that can get an SMS code, by their last two digits. */
  texts: { factor_id: string; end: string }[]
  password: boolean
  mail: boolean
  providers: OfferedProvider[]
}
