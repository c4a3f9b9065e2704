import type { z } from 'zod'
import type { AuthError } from '../auth-api.contract.ts'
import { authError, phoneDisabled } from '../auth-api.rules.ts'
import type { RouteContext } from '../handlers.api.server.ts'

/**
 * Validates input with a phone number, if phone sign-in is enabled.
 * @param disabled the error otherwise, which differs by endpoint (reference service)
 */
export const parsePhone = <Schema extends z.ZodType>(
  { engine }: RouteContext,
  schema: Schema,
  input: object,
  disabled = phoneDisabled('Phone logins are disabled'),
): z.infer<Schema> | AuthError => (engine.config.authApi.phone ? parsePhoneFields(schema, input) : disabled)

/** Validates the phone fields of a body that may have an email instead. */
export function parsePhoneFields<Schema extends z.ZodType>(
  schema: Schema,
  input: object,
): z.infer<Schema> | AuthError {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  return authError('validation_failed', parsed.error.issues[0]?.message ?? 'Invalid request')
}
