import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import type { JobHandlers } from '../../../platform/queue.server.ts'
import { processAccountRequest } from './process-request.writes.server.ts'

/**
 * In milliseconds: whoever asked has their answer before the first look at whether there is an account. Else the work of one who has,
 * beside it, makes that answer a millisecond later (bench/enumeration.ts).
 */
const startDelay = 25

/** Answers what `enqueueAccountRequest` kept. */
export const accountRequestJobs = ({
  authDatabase,
  masterKey,
  clock,
}: Pick<Platform, 'authDatabase' | 'masterKey' | 'clock'>): Pick<JobHandlers, 'answer_request'> => ({
  async answer_request({ request_id }) {
    await sleep(startDelay)
    await processAccountRequest({ auth: authDatabase, masterKey, clock }, request_id)
  },
})
