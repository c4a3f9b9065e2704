import { most } from '../rules.ts'

/** What is said of a draft; apart from what is said of Connections, because the demo shows those and keeps no drafts. */
export const draftMessages = {
  failed: 'Your draft could not be kept just now. Please try again.',
  changed: 'This draft was changed elsewhere meanwhile.',
  orphaned:
    'This connection was deleted elsewhere meanwhile. What you type is kept, and is offered where you begin a new one.',
  full: `You have begun ${most.drafts} texts that were not saved, and no more can be kept. What you typed is still here: saving it as a Connection works.`,
} as const
