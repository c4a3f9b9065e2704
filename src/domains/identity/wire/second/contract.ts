import { z } from 'zod'
import { authenticationResponse, friendlyName, registrationResponse } from '../../factors/contract.ts'
import { optional } from '../contract.ts'

const types = 'factor_type needs to be totp, phone, or webauthn'

export const enrollBody = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn'], types),
  friendly_name: optional(friendlyName),
  issuer: optional(friendlyName),
})

export const factorPath = z.object({ factor_id: z.string() })

const challenge_id = z.uuid('MFA factor with the provided challenge ID not found')

export const verifyFactorBody = factorPath.extend({
  challenge_id,
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
