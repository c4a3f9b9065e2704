import type { Platform } from '../../../platform/platform.ts'
import type { JobHandlers } from '../../../platform/queue.server.ts'
import { answerRequest } from './answers/writes.server.ts'

/** Answers what `keepRequest` kept. */
export const requestJobs = ({
  authDatabase,
  masterKey,
  clock,
}: Pick<Platform, 'authDatabase' | 'masterKey' | 'clock'>): Pick<JobHandlers, 'answer_request'> => ({
  answer_request: ({ request_id }) => answerRequest({ auth: authDatabase, masterKey, clock }, request_id),
})
