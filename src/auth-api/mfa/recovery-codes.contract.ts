import { z } from 'zod'
import { friendlyName } from '../../domains/identity/mfa/factors.contract.ts'
import { optional } from '../auth-api.contract.ts'

export const generateBody = z.object({ friendly_name: optional(friendlyName) })
export const verifyBody = z.object({ code: z.string('Code needs to be non-empty').max(64) })
