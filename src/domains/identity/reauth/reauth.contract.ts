import type { OfferedProvider } from '../social/providers.contract.ts'

/** A second factor if there is one, else the password, else an emailed code or a provider. */
export type ReauthMethods = {
  app: boolean
  passkey: boolean
  /** `end`: the number's last two digits. */
  texts: { factor_id: string; end: string }[]
  password: boolean
  mail: boolean
  providers: OfferedProvider[]
}
