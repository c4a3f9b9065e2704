/** An error the operator can fix. Its message is a full sentence, printed without a stack. */
export class UserFacingError extends Error {
  /** For start.js, which cannot use `instanceof`: the build bundles its own copy of this class. */
  readonly isPlain = true
}
