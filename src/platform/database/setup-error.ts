import { UserFacingError } from '../user-facing-error.ts'

/** Tells the operator why the database cannot be used. */
export class DatabaseSetupError extends UserFacingError {}
