import { z } from 'zod'
import { address, oneOfBoth, optional, provide, secret } from '../auth-api.contract.ts'

const phone = optional(z.unknown())

export const passwordGrant = z
  .object({
    email: optional(address),
    phone,
    password: z.preprocess((value) => value ?? '', secret.min(1, provide.password)),
  })
  .refine(...oneOfBoth(' on login.'))

export const refreshGrant = z.object({
  refresh_token: z.string('refresh_token required').min(1, 'refresh_token required').max(200),
})

export const logoutQuery = z.object({
  scope: z.enum(['global', 'local', 'others'], 'Unsupported logout scope').default('global'),
})
