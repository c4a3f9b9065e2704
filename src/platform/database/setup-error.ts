import { UserFacingError } from '../user-facing-error.ts'

/** Why the database cannot be used, and what the operator can do about it. */
export class DatabaseSetupError extends UserFacingError {}
