import { z } from 'zod'
import { hasHiddenCharacters } from '../../../platform/visible-text.ts'

/** A factor as its owner sees it: nothing that proves anything. */
export type ListedFactor = {
  id: string
  factor_type: 'totp' | 'webauthn' | 'phone'
  friendly_name: string | null
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  last_challenged_at: Date | null
  /** Of a telephone alone: its number in digits. */
  phone: string | null
}

/** More than anybody needs, so that nobody fills the table. */
export const maxFactors = 10

/** Why a factor was not added. */
export type AddFactorError = { outcome: 'too_many' } | { outcome: 'name_taken' }

export type EnrolTotpOutcome = AddFactorError | ({ outcome: 'enrolled' } & PendingTotp)

/** What a factor that is begun is called, and what becomes of others that were begun and never used. */
export type NewFactorOptions = {
  friendly_name?: string | null | undefined
  /**
   * Keeps unverified factors of the last five minutes, and their names, as a client expects (reference service). Without it the new
   * factor replaces them, as for someone who starts over on our own pages.
   */
  keepRecent?: { now: Date }
}

export type EnrolPasskeyOutcome = AddFactorError | { outcome: 'enrolled'; factor_id: string }

/** `unknown`: this person has no such factor. `first`: it was this proof that put the factor to use. */
export type ProofOutcome =
  | { outcome: 'verified'; factor_id: string; first: boolean }
  | { outcome: 'wrong' }
  | { outcome: 'unknown' }

/** `reason` is for the log: what a person is told is the same for all of them. `code` is told to apps. */
export type PasskeyOutcome = { outcome: 'verified'; factor_id: string; user_id: string } | WrongPasskey
export type WrongPasskey = {
  outcome: 'wrong'
  reason: string
  code: 'challenge_expired' | 'challenge_not_found' | 'credential_exists' | 'verification_failed'
}

export const friendlyName = z
  .string('Please give it a name.')
  .trim()
  .max(80, 'Please use at most 80 characters.')
  .refine((name) => !hasHiddenCharacters(name), 'Please use only visible characters.')

/** What an app shows, or a recovery code: which of the two is seen by its form (rules.ts). */
export const codeForm = z.object({
  code: z.string('Please enter the code.').trim().min(1, 'Please enter the code.').max(64),
})

/** base64url; the upper end keeps a request small, and is far above what authenticators send without attestation. */
const bytes = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/)
/** WebAuthn Level 3, 5.1: identifiers have at most 1023 bytes. */
const credentialId = bytes.min(1).max(1364)
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  // What no rule of ours reads is passed over.
  clientExtensionResults: z.unknown().transform(() => ({})),
}

/** RegistrationResponseJSON of WebAuthn Level 3, as `startRegistration` gives it. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().regex(/^[\w-]{1,40}$/))
      .max(10)
      .optional(),
  }),
})

/** AuthenticationResponseJSON of WebAuthn Level 3, as `startAuthentication` gives it. */
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish().transform((handle) => handle ?? undefined),
  }),
})

export const registrationAnswer = z.object({ challenge_id: z.uuid(), response: registrationResponse })
export type RegistrationAnswer = z.infer<typeof registrationAnswer>

export const authenticationAnswer = z.object({ challenge_id: z.uuid(), response: authenticationResponse })
export type AuthenticationAnswer = z.infer<typeof authenticationAnswer>

/** What the page asks for when a passkey is to be added, and when one signs in. */
export const addPasskey = z.object({ passkey_name: friendlyName.optional() })
export const passkeySignIn = authenticationAnswer.extend({ shared_device: z.boolean().optional() })

/** An authenticator app that was begun and has not shown a code yet. */
export type PendingTotp = { factor_id: string; secret: string; uri: string; qr_svg: string }

/** What the settings say after an action. `codes` and `app` take the whole page. */
export type SettingsActionData = {
  intent: string
  done?: string
  field?: string
  problem?: string | undefined
  /** The address that was typed, so that it need not be typed again. */
  typed?: string
  /** What was typed into the profile, for the same. */
  names?: { username: string; first_name: string }
  codes?: string[]
  app?: PendingTotp
}
