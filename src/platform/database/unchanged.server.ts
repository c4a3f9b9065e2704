import { type SqlBool, sql } from 'kysely'
import type { Recalled, Seen } from '../owner.ts'

/**
 * Whether a person's session stands as it was read a moment ago (docs/decisions/027): without it, a statement for who was recalled does
 * nothing. A condition that names no column is judged before anything else of its statement is done (PostgreSQL, "One-Time Filter").
 */
export const unchanged = (asked: Seen & Pick<Recalled, 'user_id'>) =>
  sql<SqlBool>`session_unchanged(${asked.user_id}, ${asked.session_id}, ${asked.session_version}, ${asked.account_version}, ${asked.had_factor})`
