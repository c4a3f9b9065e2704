import type { z } from 'zod'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { authError, phoneDisabled } from '../auth-api.rules.ts'
import type { RouteContext } from '../handlers.api.server.ts'

/** Handles a phone if that is enabled. @param disabledError differs by endpoint (reference service) */
export async function withPhone<Schema extends z.ZodType, Output = Result>(
  { engine }: RouteContext,
  schema: Schema,
  input: object,
  disabledError: string | AuthError,
  handle: (input: z.infer<Schema>) => Promise<Output>,
) {
  if (engine.config.authApi.phone) return withParsed(schema, input, handle)
  return typeof disabledError === 'string' ? phoneDisabled(disabledError) : disabledError
}

/** Validates the phone fields. */
export async function withParsed<Schema extends z.ZodType, Output = Result>(
  schema: Schema,
  input: object,
  handle: (input: z.infer<Schema>) => Promise<Output>,
) {
  const parsed = schema.safeParse(input)
  if (parsed.success) return handle(parsed.data)
  return authError('validation_failed', parsed.error.issues[0]?.message ?? 'Invalid request')
}
