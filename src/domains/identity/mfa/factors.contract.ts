import { z } from 'zod'
import { hasHiddenCharacters } from '../../../platform/visible-text.ts'
import { nameMax } from './factors.rules.ts'
import * as messages from './messages.en.yaml'

export type ListedFactor = {
  id: string
  factor_type: 'totp' | 'webauthn' | 'phone'
  friendly_name: string | null
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  last_challenged_at: Date | null
  /** Digits only. */
  phone: string | null
}

/** Keeps one account from filling the database. */
export const maxFactors = 10

export type AddFactorError = { outcome: 'too_many' } | { outcome: 'name_taken' }

export type NewFactorOptions = {
  friendly_name?: string | null | undefined
  /** Keeps unverified factors of the last five minutes (reference service). */
  keepRecent?: { now: Date }
}

/** `first`: this verified the factor. */
export type ProofOutcome =
  | { outcome: 'verified'; factor_id: string; first: boolean }
  | { outcome: 'wrong' }
  | { outcome: 'unknown' }

/** `reason` is for the log only. */
export type PasskeyOutcome = { outcome: 'verified'; factor_id: string; user_id: string } | WrongPasskey
export type WrongPasskey = {
  outcome: 'wrong'
  reason: string
  code: 'challenge_expired' | 'challenge_not_found' | 'credential_exists' | 'verification_failed'
}

export const friendlyName = z
  .string({ error: messages.missingName })
  .trim()
  .max(nameMax, { error: () => messages.longName({ max: nameMax }) })
  .refine((name) => !hasHiddenCharacters(name), { error: messages.hiddenCharacters })

const missingCode = { error: messages.missingCode }

/** A code of an app, or a recovery code. */
export const codeForm = z.object({ code: z.string(missingCode).trim().min(1, missingCode).max(64) })

/** base64url */
const bytes = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/)
/** WebAuthn Level 3, 5.1: at most 1023 bytes. */
const credentialId = bytes.min(1).max(1364)
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.unknown().transform(() => ({})),
}

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

export const addPasskey = z.object({ passkey_name: friendlyName.optional() })
export const passkeySignIn = authenticationAnswer.extend({ shared_device: z.boolean().optional() })

export type PendingTotp = { factor_id: string; secret: string; uri: string; qr_svg: string }

/** `codes` and `app` replace the page; `typed` and `names` refill the form. */
export type SettingsActionData = {
  intent: string
  done?: string
  field?: string
  problem?: string | undefined
  typed?: string
  names?: { username: string; first_name: string }
  codes?: string[]
  app?: PendingTotp
}
