import { z } from 'zod'
import { address, missingCredentials, notBoth, optional, password } from '../auth-api.contract.ts'

const phone = optional(z.unknown())

export const passwordGrant = z
  .object({
    email: optional(address),
    phone,
    password: z.preprocess((value) => value ?? '', password.min(1, missingCredentials.password)),
  })
  .refine(...notBoth(' on login.'))

export const refreshGrant = z.object({
  refresh_token: z.string('refresh_token required').min(1, 'refresh_token required').max(200),
})

export const logoutQuery = z.object({
  scope: z.enum(['global', 'local', 'others'], 'Unsupported logout scope').default('global'),
})
