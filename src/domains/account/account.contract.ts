import { href } from 'react-router'

export const reauthenticatePath = `${href('/auth-test/prove')}?${new URLSearchParams({ next: `${href('/dashboard/settings')}#account-title` })}`

/** After deletion; reveals nothing in the browser history. */
export const afterDeletionUrl = '/?done'
