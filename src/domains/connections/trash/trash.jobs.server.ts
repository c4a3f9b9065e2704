import type { Platform } from '../../../platform/platform.ts'
import type { JobHandlers } from '../../../platform/queue.server.ts'
import { eraseOldTrash } from './trash.writes.server.ts'

/** Erases Connections that were deleted long ago. */
export const trashJobs = ({
  authDatabase,
}: Pick<Platform, 'authDatabase'>): Pick<JobHandlers, 'empty_trash'> => ({
  empty_trash: () => eraseOldTrash(authDatabase),
})
