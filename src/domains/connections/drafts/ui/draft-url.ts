import { href } from 'react-router'
import type { Draft } from '../drafts.contract.ts'

/** Where a draft is continued. */
export const draftUrl = ({ id, entry_revision }: Pick<Draft, 'id' | 'entry_revision'>): string =>
  entry_revision === null
    ? `${href('/dashboard/connections/new')}?${new URLSearchParams({ resume: id })}`
    : `${href('/dashboard/connections/:id/edit', { id })}?resume`
