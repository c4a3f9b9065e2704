import type { Platform } from '../../../platform/platform.ts'
import type { JobHandlers } from '../../../platform/queue.server.ts'
import { liftExpiredSuspensions } from './suspension.writes.server.ts'

export const suspensionJobs = ({
  authDatabase,
  clock,
}: Pick<Platform, 'authDatabase' | 'clock'>): Pick<JobHandlers, 'lift_bans'> => ({
  lift_bans: () => liftExpiredSuspensions(authDatabase, clock.now()),
})
