import { href } from 'react-router'
export const reauthenticatePath = `${href('/auth-test/prove')}?${new URLSearchParams({ next: `${href('/dashboard/settings')}#account-title` })}`

/** After deletion; reveals nothing in the browser history. */
export const afterDeletionUrl = '/?done'

export const accountMessages = {
  prove:
    'Please show once more that it is you, in a browser at the address in `prove`, or by signing in again.',
  exportFailed:
    'Your file could not be put together just now. Nothing is lost. Please try again in a moment.',
  exportLimit: (seconds: number) =>
    `Your file was put together many times within an hour. Please try again in ${
      seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute'
    }.`,
  // Must not say that nothing happened: the database's response may be lost.
  deleteFailed: 'Your account could not be deleted just now. Please try again in a moment.',
  sure: 'Please tick this box first, if you are sure.',
  deleted: 'Your account is deleted, and everything in it. Take good care of yourself.',
} as const
