/**
 * An unverified account does not own its address: the first person to verify the address takes it over. Accounts that the
 * operator restricted or suspended are exempt, so that verification can't lift a suspension.
 */
export const isUnverified = (holder: { email_confirmed_at: Date | null; status: string }): boolean =>
  holder.email_confirmed_at === null && holder.status === 'active'

/** Clears the claims of a sign-up when someone else turns out to own the address. */
export const emptyProfile = { user_metadata: '{}', of_age_at: null } as const
