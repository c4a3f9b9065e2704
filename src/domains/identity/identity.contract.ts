import { z } from 'zod'
import type { Weakness } from '../../platform/passwords/password-weakness.ts'
import type { Plan } from './accounts/plan.contract.ts'
import { passwordLength } from './credentials/password.rules.ts'
import type { LockMinutes } from './sessions/safe-mode.rules.ts'

/** What a session that was looked up says. */
export type Session = {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  amr: { method: string; timestamp: number }[]
  shared_device: boolean
  status: 'active' | 'restricted'
  plan: Plan
  /** The account has a second factor and this session has not shown it: it opens nothing but the question for it. */
  owes_factor: boolean
  /** When the person last showed who they are; null when it is long ago. */
  proven_at: Date | null
  /** Nobody knows who it is, so there is nothing else that they could show. */
  is_anonymous: boolean
  /** Whether its person chose Safe Mode; null until it was offered to them. */
  safe_mode: boolean | null
  /** After how many minutes without use it locks, if it does. */
  lock_minutes: LockMinutes | null
  /** It was not used for so long, or was locked by hand: it opens nothing but the question for who it is. */
  locked: boolean
  /** When it locks, unless it is used before. */
  locks_at: Date | null
  /** When it ends, unless it is used before. */
  expires_at: Date
}

/**
 * A session in the list of a person's own: what device, when, and nothing about the place. Neither device nor time is kept of who
 * limits what is kept.
 */
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

/** What a visitor wanted to do with a term when they were asked to sign up; carried along until they can. */
export const wanted = z.union([z.strictObject({ save: slug }), z.strictObject({ journal: slug })])
export type PendingIntent = z.infer<typeof wanted>

/** @param save @param journal as an address or form holds them; anything that is no slug is passed over */
export function parseIntent(save: unknown, journal: unknown): PendingIntent | undefined {
  return wanted.safeParse({ save }).data ?? wanted.safeParse({ journal }).data
}

/** As long as an address may be (RFC 5321, 4.5.3.1.3). */
const email = z
  .string('Please enter a valid email address.')
  .trim()
  .max(254, 'Please enter a valid email address.')
  .pipe(z.email('Please enter a valid email address.'))

const tooLong = `Please use at most ${passwordLength.max} characters.`

const password = z
  .string('Please enter a password.')
  .min(passwordLength.min, `Please use at least ${passwordLength.min} characters.`)
  .max(passwordLength.max, tooLong)

/** A box that was ticked, in a form. */
const ticked = (message: string) => z.literal('on', message)

export const signUpForm = z.object({
  email,
  password,
  of_age: ticked('Please confirm that you are at least 16 years old.'),
  shared_device: z.literal('on').optional(),
})

export const signInForm = z.object({
  email,
  // Whatever was once accepted as a password is accepted here.
  password: z
    .string('Please enter your password.')
    .min(1, 'Please enter your password.')
    .max(passwordLength.max, tooLong),
  shared_device: z.literal('on').optional(),
})

export const emailForm = z.object({ email })
export const passwordForm = z.object({ password })
export const changePasswordForm = z.object({
  current: z
    .string('Please enter your current password.')
    .min(1, 'Please enter your current password.')
    .max(passwordLength.max, tooLong),
  password,
})

export type SignUpOutcome =
  | SignedIn
  /** `user_id`: what the account is called, if there was none. */
  | { outcome: 'check_mail'; user_id: string }
  | { outcome: 'taken' }
  | { outcome: 'closed' }
  | { outcome: 'weak'; reasons: Weakness[] }
  | { outcome: 'wait'; seconds: number }

export type SignInOutcome =
  | SignedIn
  | { outcome: 'needs_factor'; token: string; session: Session }
  | { outcome: 'wrong' }
  | { outcome: 'suspended' }
  | { outcome: 'wait'; seconds: number }

/** `gone`: the link opens nothing. `wrong`: the password that was typed beside it is not the one of the sign-up. */
export type LinkOutcome =
  | (SignedIn & { wanted: PendingIntent | undefined })
  | { outcome: 'gone' }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; seconds: number }

type SignedIn = { outcome: 'signed_in'; token: string; session: Session }
