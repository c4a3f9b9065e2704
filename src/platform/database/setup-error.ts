import { UserFacingError } from '../user-facing-error.ts'

/** Why the database cannot be used, in a sentence for the operator that says what to do. */
export class DatabaseSetupError extends UserFacingError {}
