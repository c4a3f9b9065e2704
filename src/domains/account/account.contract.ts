/** Where who asks shows once more that it is them; from there back to the place where they asked. */
export const reauthenticatePath = `/auth-test/prove?${new URLSearchParams({ next: '/dashboard/settings#account-title' })}`

/** Where somebody finds themselves who has deleted their account. The address says nothing to who reads the history. */
export const afterErasure = '/?done'

export const accountMessages = {
  prove:
    'Please show once more that it is you, in a browser at the address in `prove`, or by signing in again.',
  exportFailed:
    'Your file could not be put together just now. Nothing is lost. Please try again in a moment.',
  exportAgain: (seconds: number) =>
    `Your file was put together many times within an hour. Please try again in ${
      seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute'
    }.`,
  // Not that nothing has happened: the answer of the database may have been lost on its way.
  eraseFailed: 'Your account could not be deleted just now. Please try again in a moment.',
  sure: 'Please tick this box first, if you are sure.',
  erased: 'Your account is deleted, and everything in it. Take good care of yourself.',
} as const
