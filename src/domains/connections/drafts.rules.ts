import { limits } from './entries.rules.ts'

export const draftsWords = (count: number): string =>
  count === 1 ? 'You have an unfinished draft' : `You have ${count} unfinished drafts`

export const draftMessages = {
  failed: 'Your draft couldn’t be saved. Please try again.',
  changed: 'This draft was changed somewhere else while you were editing.',
  orphaned:
    'This connection was deleted somewhere else while you were editing. What you type is saved as a draft, and New Connection offers it.',
  full: `You have ${limits.drafts} unsaved drafts, which is the limit. What you typed is still here, and you can save it as a Connection.`,
} as const
