import { PlainError } from '../platform/plain-error.ts'

/** Ends a start that failed: what an operator can mend is said in one sentence; anything else is ours and comes with its stack. */
export function refuse(thrown: unknown, asked: AbortSignal): never {
  if (asked.aborted) process.exit()
  console.error(thrown instanceof PlainError ? thrown.message : thrown)
  process.exit(1)
}
