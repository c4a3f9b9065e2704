import { signUp } from '../../src/domains/identity/sign-in.writes.server.ts'
import { testEngine, testRequestInfo } from './engine.ts'
import type { TestDatabase } from './test-database.ts'

export const password = 'lantern over the quiet harbor'
export const otherPassword = 'seven paper boats at noon'

/** Users who sign up without email confirmation. */
export function userPool(database: TestDatabase) {
  return {
    /** Creates a signed-in user with its engine. */
    async createUser(email: string, requestInfo = testRequestInfo()) {
      const { engine, time, lines } = testEngine(database)
      const signedUp = await signUp(engine, { email, password }, requestInfo)
      if (signedUp.outcome !== 'signed_in') throw new Error(signedUp.outcome)
      return { engine, time, lines, ...signedUp }
    },
    setStatus: (email: string, to: 'active' | 'restricted' | 'suspended') =>
      database.auth.updateTable('auth.users').set({ status: to }).where('email_key', '=', email).execute(),
  }
}
