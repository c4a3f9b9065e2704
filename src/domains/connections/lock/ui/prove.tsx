import type { ReactNode } from 'react'
import { href } from 'react-router'
import * as messages from '../messages.en.yaml'

/**
 * The page that confirms who it is, and leads back here.
 *
 * @param go the step that it leads to
 */
export function proveUrl(go?: string): string {
  const page = href('/dashboard/connections/lock')
  const next = go ? `${page}?${new URLSearchParams({ go })}` : page
  return `${href('/auth-test/prove')}?${new URLSearchParams({ next })}`
}

/** In a new tab, because this one has what was entered. */
export const proveAgain = (url: string): ReactNode => (
  <>
    {messages.proveAgain()}{' '}
    <a href={url} target="_blank" rel="noreferrer">
      {messages.proveInNewTab()}
    </a>
  </>
)
