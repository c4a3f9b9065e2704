import { z } from 'zod'
import { queryNumber } from '../../platform/query-number.ts'
import { address, appMetadata, optional, password, userData } from '../auth-api.contract.ts'
import { phoneNumber } from '../sign-in/phones.contract.ts'

const user_id = z.uuid('user_id must be an UUID')

export const userPath = z.object({ user_id })
export const passkeyPath = z.object({ user_id, passkey_id: z.uuid('passkey_id must be an UUID') })
export const factorPath = z.object({ user_id, factor_id: z.uuid('factor_id must be an UUID') })

const page = (name: string, fallback: number, max: number) =>
  optional(queryNumber(name, { min: 1, max })).transform((number) => number ?? fallback)

/** The client sends '' for missing values. */
const paging = { page: page('page', 1, 1_000_000), per_page: page('per_page', 50, 1000) }
export const auditQuery = z.object(paging, 'Bad Pagination Parameters')
export type AuditQuery = z.infer<typeof auditQuery>

/** Unused by the client; `filter` is part of an email or phone. */
export const listQuery = auditQuery.extend({
  filter: optional(z.string().max(254)),
  sort: optional(
    z
      .string()
      .regex(/^created_at(?: (?:asc|desc))?$/i, 'Bad Sort Parameters: created_at asc, or created_at desc'),
  ).transform((sort) => (/ asc$/i.test(sort ?? '') ? ('asc' as const) : ('desc' as const))),
})
export type ListQuery = z.infer<typeof listQuery>

/** Bounded cost: an expensive hash would block all sign-ins. */
const passwordHash = z
  .string()
  .regex(
    /^\$argon2id\$v=19\$m=\d{1,5},t=\d,p=[1-4]\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/,
    'password_hash must be of argon2id, of less than 100000 KiB and 10 passes',
  )

/** A Go duration (`1h30m`) or `none` (reference service). */
const duration = z
  .string()
  .regex(/^(?:none|(?:\d{1,6}(?:[.]\d{1,6})?[hms])+)$/, 'invalid format for ban duration')
  .max(40, 'invalid format for ban duration')

const attributes = {
  email: optional(address),
  phone: optional(phoneNumber),
  password: optional(password),
  email_confirm: optional(z.boolean()),
  phone_confirm: optional(z.boolean()),
  user_metadata: optional(userData),
  app_metadata: optional(appMetadata),
  ban_duration: optional(duration),
  role: optional(z.literal('authenticated', 'There is one role: authenticated')),
}

export const createBody = z.object({
  ...attributes,
  id: optional(z.uuid('ID must conform to the uuid v4 format')),
  password_hash: optional(passwordHash),
})
export type NewUser = z.infer<typeof createBody>

export const updateBody = z.object({ ...attributes, user_id })
export type UserChange = z.infer<typeof updateBody>

export const deleteBody = z.object({ user_id, should_soft_delete: z.boolean().default(false) })
