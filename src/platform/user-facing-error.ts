/** An error the operator can fix. */
export class UserFacingError extends Error {
  /** start.js cannot use `instanceof`: the build has its own copy of this class. */
  readonly isPlain = true
}
