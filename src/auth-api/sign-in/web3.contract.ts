import { z } from 'zod'

export const chains = ['ethereum', 'solana'] as const
export type Chain = (typeof chains)[number]

export const web3Grant = z.object({
  chain: z.string().default(''),
  message: z
    .string()
    .max(20 * 1024, 'message must not exceed 20KB')
    .default(''),
  signature: z.string().max(200, 'signature is too long').default(''),
})
