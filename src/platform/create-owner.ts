import type { Owner, ownerBrand } from './owner.ts'

/** For a session just read from the database, never request data. */
export const createOwner = ({
  user_id,
  session_id,
  status,
  journals,
}: Omit<Owner, typeof ownerBrand>): Owner => ({ user_id, session_id, status, journals }) as Owner
