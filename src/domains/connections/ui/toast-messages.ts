import { connectionMessages } from '../entries.rules.ts'

/** The specification has no way to delete a Connection; this is ours. */
export const deleteDialogText = {
  title: 'Delete Connection',
  question: 'Are you sure you want to delete this connection? This action cannot be undone.',
} as const

export const connectionToasts = {
  quickSaveFailed: { title: 'Save failed', description: connectionMessages.save },
  saveFailed: { title: 'Error', description: connectionMessages.save },
  updateFailed: { title: 'Error', description: connectionMessages.update },
  deleteFailed: { title: 'Error', description: connectionMessages.delete },
  deleted: { title: 'Connection deleted', description: 'Your journal entry has been deleted.' },
  draftSaved: {
    title: 'Draft saved',
    description: 'Open this again to continue, or find it under Connections.',
  },
  contentRequired: { title: 'Content required', description: 'Please write something before saving.' },
  quickSaved: { title: 'Connection saved', description: 'Your journal entry has been saved successfully.' },
  saved: { title: 'Connection saved', description: 'Your journal entry has been created successfully.' },
  updated: { title: 'Connection updated', description: 'Your journal entry has been updated successfully.' },
} as const
