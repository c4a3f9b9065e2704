import type { OfferedProvider } from '../social/providers.contract.ts'

/**
 * How a person can show once more that it is them: a second factor if they have one, else the password, else a code by email
 * or a provider again (design: "Identity"). A weaker way is none where there is a stronger one.
 */
export type ReauthMethods = {
  app: boolean
  passkey: boolean
  /** A code in a text, to a number that ends in two digits. */
  texts: { factor_id: string; end: string }[]
  password: boolean
  mail: boolean
  providers: OfferedProvider[]
}
