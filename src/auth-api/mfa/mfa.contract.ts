import { z } from 'zod'
import {
  authenticationResponse,
  friendlyName,
  registrationResponse,
} from '../../domains/identity/mfa/factors.contract.ts'
import { optional } from '../auth-api.contract.ts'
import { channel, phoneNumber } from '../sign-in/phones.contract.ts'

const types = 'factor_type needs to be totp, phone, or webauthn'

export const enrollBody = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn'], types),
  friendly_name: optional(friendlyName),
  issuer: optional(friendlyName),
  phone: optional(z.unknown()),
})
export const phoneFactor = z.object({ phone: phoneNumber, friendly_name: optional(friendlyName) })

export const factorPath = z.object({ factor_id: z.uuid('factor_id must be an UUID') })

/** `channel` is for phone factors. */
export const challengeBody = factorPath.extend({ channel: optional(channel) })

export const verifyFactorBody = factorPath.extend({
  challenge_id: z.string('MFA factor with the provided challenge ID not found').max(64).default(''),
  code: optional(z.string().max(64)),
  webauthn: z
    .discriminatedUnion(
      'type',
      [
        z.object({ type: z.literal('create'), credential_response: registrationResponse }),
        z.object({ type: z.literal('request'), credential_response: authenticationResponse }),
      ],
      'Invalid credential_response',
    )
    .optional(),
})
export type VerifyFactor = z.infer<typeof verifyFactorBody>
