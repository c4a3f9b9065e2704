import { z } from 'zod'
import { purposesByType, type VerifyType } from './email-otp.contract.ts'

/** Mail programs cut and rewrite links: invalid values become an invalid link, not an error. */
export const appLink = z.object({
  token: z.string().max(100).catch(''),
  type: z
    .enum(Object.keys(purposesByType) as VerifyType[])
    .optional()
    .catch(undefined),
  redirect_to: z.string().max(2000).optional().catch(undefined),
})
export type AppLink = z.infer<typeof appLink>
