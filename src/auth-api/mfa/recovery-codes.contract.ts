import { z } from 'zod'
import { friendlyName } from '../../domains/identity/mfa/factors.contract.ts'
import { optional } from '../auth-api.contract.ts'

/** The name is passed over: there is one set of them, and it needs none. */
export const generateBody = z.object({ friendly_name: optional(friendlyName) })
export const verifyBody = z.object({ code: z.string('Code needs to be non-empty').max(64) })
