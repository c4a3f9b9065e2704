import type { z } from 'zod'
import type { ApiResult, AuthError } from '../auth-api.contract.ts'
import { authError, phoneDisabled } from '../auth-api.rules.ts'
import type { RouteContext } from '../handlers.api.server.ts'

/**
 * What came with a number in place of an address, where that is open.
 *
 * @param disabledError what is said where it is not: the reference service says it otherwise at each door
 */
export async function withPhone<Schema extends z.ZodType, Result = ApiResult>(
  { engine }: RouteContext,
  schema: Schema,
  input: object,
  disabledError: string | AuthError,
  handle: (input: z.infer<Schema>) => Promise<Result>,
) {
  if (engine.config.authApi.phone) return withParsed(schema, input, handle)
  return typeof disabledError === 'string' ? phoneDisabled(disabledError) : disabledError
}

/** What belongs to a number is read where one is given, and nowhere else. */
export async function withParsed<Schema extends z.ZodType, Result = ApiResult>(
  schema: Schema,
  input: object,
  handle: (input: z.infer<Schema>) => Promise<Result>,
) {
  const parsed = schema.safeParse(input)
  if (parsed.success) return handle(parsed.data)
  return authError('validation_failed', parsed.error.issues[0]?.message ?? 'Invalid request')
}
