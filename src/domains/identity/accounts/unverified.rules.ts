/**
 * True if the first person to verify the address takes the account over. Restricted and suspended ones are
 * exempt: verification must not lift that.
 */
export const isUnverified = (holder: { email_confirmed_at: Date | null; status: string }): boolean =>
  holder.email_confirmed_at === null && holder.status === 'active'

/** Clears a sign-up's claims when someone else owns the address. */
export const emptyProfile = { user_metadata: '{}', of_age_at: null } as const
