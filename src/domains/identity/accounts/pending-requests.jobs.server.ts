import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import type { JobHandlers } from '../../../platform/queue.server.ts'
import { processAccountRequest } from './process-request.writes.server.ts'

/** Milliseconds: work for an existing account would measurably slow the response (bench/enumeration.ts). */
const startDelay = 25

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
