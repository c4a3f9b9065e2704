import type { z } from 'zod'
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { noPhone, refuse } from '../auth-api.rules.ts'
import type { RouteContext } from '../handlers.api.server.ts'

/**
 * What came with a number in place of an address, where that is open.
 *
 * @param closed what is said where it is not: the reference service says it otherwise at each door
 */
export async function withPhone<Schema extends z.ZodType, Result = Answer>(
  { engine }: RouteContext,
  schema: Schema,
  given: object,
  closed: string | Refusal,
  work: (given: z.infer<Schema>) => Promise<Result>,
) {
  if (engine.config.authApi.phone) return withParsed(schema, given, work)
  return typeof closed === 'string' ? noPhone(closed) : closed
}

/** What belongs to a number is read where one is given, and nowhere else. */
export async function withParsed<Schema extends z.ZodType, Result = Answer>(
  schema: Schema,
  given: object,
  work: (given: z.infer<Schema>) => Promise<Result>,
) {
  const parsed = schema.safeParse(given)
  if (parsed.success) return work(parsed.data)
  return refuse('validation_failed', parsed.error.issues[0]?.message ?? 'Invalid request')
}
