import type { minted, Owner } from './owner.ts'

/** @param proven what a session that was just looked up says; never something a request brought */
export const mintOwner = ({ user_id, session_id, status, journals }: Omit<Owner, typeof minted>): Owner =>
  ({ user_id, session_id, status, journals }) as Owner
