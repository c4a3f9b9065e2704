import type { Platform } from '../../../platform/platform.ts'
import type { JobHandlers } from '../../../platform/queue.server.ts'
import { strengthenRecoveryCodes } from '../mfa/recovery-codes.writes.server.ts'
import { removeExpired, removeOldSigningKeys } from './cleanup.writes.server.ts'
import { clearExactTimes } from './data-minimization.writes.server.ts'
import { liftExpiredSuspensions } from './suspension.writes.server.ts'

export const cleanupJobs = ({
  authDatabase,
  clock,
}: Pick<Platform, 'authDatabase' | 'clock'>): Pick<JobHandlers, 'remove_expired' | 'lift_bans'> => ({
  remove_expired: async () => {
    await removeExpired(authDatabase, clock.now())
    await removeOldSigningKeys(authDatabase, clock.now())
    await clearExactTimes(authDatabase, clock.now())
    // In case its own job was missed.
    await liftExpiredSuspensions(authDatabase, clock.now())
    await strengthenRecoveryCodes(authDatabase)
  },
  lift_bans: () => liftExpiredSuspensions(authDatabase, clock.now()),
})
