/**
 * True if the account doesn't own its address: the first person to verify it takes over. Verification must not lift
 * a restriction or suspension.
 */
export const isUnverified = (holder: { email_confirmed_at: Date | null; status: string }): boolean =>
  holder.email_confirmed_at === null && holder.status === 'active'

/** Without a sign-up's claims, when someone else owns the address. */
export const emptyProfile = { user_metadata: '{}', of_age_at: null } as const
