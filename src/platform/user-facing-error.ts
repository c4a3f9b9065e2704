/** An error that an operator can fix: its message is a sentence for them, printed without a stack. */
export class UserFacingError extends Error {
  /** The build has a class of its own by this name, so start.js cannot ask `instanceof`. */
  readonly isPlain = true
}
