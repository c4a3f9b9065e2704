import { z } from 'zod'
import {
  authenticationResponse,
  friendlyName,
  registrationResponse,
} from '../../domains/identity/mfa/factors.contract.ts'

const challenge_id = z.uuid('challenge_id must be a valid UUID')

export const registrationBody = z.object({ challenge_id, credential: registrationResponse })
export const authenticationBody = z.object({ challenge_id, credential: authenticationResponse })
export const passkeyPath = z.object({ passkey_id: z.uuid('Passkey not found') })
export const renameBody = passkeyPath.extend({
  friendly_name: friendlyName.min(1, 'friendly_name is required'),
})
