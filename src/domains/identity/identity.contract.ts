import { z } from 'zod'
import type { Weakness } from '../../platform/passwords/password-weakness.ts'
import type { Plan } from './accounts/plan.contract.ts'
import { passwordLength } from './credentials/password.rules.ts'
import * as messages from './messages.en.yaml'
import type { LockMinutes } from './sessions/safe-mode.rules.ts'

export type Session = {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  amr: { method: string; timestamp: number }[]
  shared_device: boolean
  status: 'active' | 'restricted'
  plan: Plan
  /** A second factor is not verified yet: nothing else is allowed. */
  owes_factor: boolean
  /** Null if long ago. */
  proven_at: Date | null
  /** Has no credentials. */
  is_anonymous: boolean
  /** Null until offered. */
  safe_mode: boolean | null
  /** Idle minutes; null for never. */
  lock_minutes: LockMinutes | null
  /** The user must authenticate first. */
  locked: boolean
  /** When an unused session locks. */
  locks_at: Date | null
  /** When an unused session expires. */
  expires_at: Date
}

/** Limit Data Collection leaves device and time empty. */
export type ListedSession = {
  id: string
  device: string
  last_seen_at: Date | null
  current: boolean
}

const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(120)

/** What a visitor wanted to do before signing up. */
export const wanted = z.union([z.strictObject({ save: slug }), z.strictObject({ journal: slug })])
export type PendingIntent = z.infer<typeof wanted>

/** Ignores untrusted values that are no slug. */
export function parseIntent(save: unknown, journal: unknown): PendingIntent | undefined {
  return wanted.safeParse({ save }).data ?? wanted.safeParse({ journal }).data
}

const invalidEmail = { error: messages.invalidEmail }
/** RFC 5321, 4.5.3.1.3. */
const email = z.string(invalidEmail).trim().max(254, invalidEmail).pipe(z.email(invalidEmail))

const shortPassword = { error: () => messages.shortPassword({ min: passwordLength.min }) }
const longPassword = { error: () => messages.longPassword({ max: passwordLength.max }) }

/** No minimum length: a password accepted under earlier rules must still work. */
const existingPassword = (error: () => string) =>
  z.string({ error }).min(1, { error }).max(passwordLength.max, longPassword)

const password = z
  .string({ error: messages.missingNewPassword })
  .min(passwordLength.min, shortPassword)
  .max(passwordLength.max, longPassword)

export const signUpForm = z.object({
  email,
  password,
  of_age: z.literal('on', { error: messages.missingAge }),
  shared_device: z.literal('on').optional(),
})

export const signInForm = z.object({
  email,
  password: existingPassword(messages.missingPassword),
  shared_device: z.literal('on').optional(),
})

export const emailForm = z.object({ email })
export const passwordForm = z.object({ password })
export const changePasswordForm = z.object({
  current: existingPassword(messages.missingCurrentPassword),
  password,
})

export type SignUpOutcome =
  | SignedIn
  | { outcome: 'check_mail'; user_id: string }
  | { outcome: 'taken' | 'closed' }
  | { outcome: 'weak'; reasons: Weakness[] }
  | { outcome: 'wait'; seconds: number }

export type SignInOutcome =
  | SignedIn
  | { outcome: 'needs_factor'; token: string; session: Session }
  | { outcome: 'wrong' | 'suspended' }
  | { outcome: 'wait'; seconds: number }

/** `wrong`: not the sign-up's password. */
export type LinkOutcome =
  | (SignedIn & { wanted: PendingIntent | undefined })
  | { outcome: 'gone' }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; seconds: number }

type SignedIn = { outcome: 'signed_in'; token: string; session: Session }
