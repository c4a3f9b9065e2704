import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import { type MasterKey, seal } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { addJob } from '../../../platform/queue.server.ts'
import type { Request } from './pending-requests.contract.ts'

/** The ciphertext decrypts only in its own row. */
export const requestContext = (id: string): string[] => ['auth.requests', id, 'sealed']

/** Stores a request for a job, with the same statements for every address (no enumeration, decision 008). */
export async function enqueueAccountRequest(
  { auth, masterKey, clock }: { auth: Database; masterKey: MasterKey; clock: Clock },
  request: Request,
): Promise<void> {
  const id = uuidv7()
  await auth.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('auth.pending_account_requests')
      .values({
        id,
        sealed: seal(masterKey, JSON.stringify(request), requestContext(id)),
        created_at: clock.now(),
      })
      .execute()
    await addJob(transaction, 'answer_request', { request_id: id })
  })
}
