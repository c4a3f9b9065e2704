/**
 * Whether an account that has an address is none: nobody has shown yet that the address is theirs, and whoever does needs to ask
 * nobody. What the operator has taken in hand stays: else a new way in would lift what they said.
 */
export const isUnverified = (holder: { email_confirmed_at: Date | null; status: string }): boolean =>
  holder.email_confirmed_at === null && holder.status === 'active'

/** What is left of what somebody said about a person, where another has shown that they are that person. */
export const emptyProfile = { user_metadata: '{}', of_age_at: null } as const
