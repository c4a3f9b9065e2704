import type { Owner, ownerBrand } from './owner.ts'

/** @param proven what a session that was just looked up says; never something a request brought */
export const createOwner = ({
  user_id,
  session_id,
  status,
  journals,
}: Omit<Owner, typeof ownerBrand>): Owner => ({ user_id, session_id, status, journals }) as Owner
