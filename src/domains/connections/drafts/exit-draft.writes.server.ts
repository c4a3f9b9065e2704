import { v7 as uuidv7 } from 'uuid'
import type { Owner } from '../../../platform/owner.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { saveLockedDraft } from '../locked-documents/locked-drafts.writes.server.ts'
import type { ExitDraft } from './drafts.contract.ts'
import { type DraftOutcome, saveDraft } from './drafts.writes.server.ts'

/** Saves an exiting page's draft, as a new one after a conflict or deletion. Returns whether it was saved. */
export async function saveExitDraft(
  journal: Journal,
  owner: Owner,
  { id, user_id = owner.user_id, ...exit }: ExitDraft,
): Promise<boolean> {
  if (user_id !== owner.user_id) return false
  const beginning = { entry_revision: null, revision: null }
  if ('locked' in exit) {
    const { fork, ...change } = exit
    const result = await saveLockedDraft(journal, owner, id, change)
    if (!needsFork(result)) return result.outcome === 'saved'
    // The envelope is bound to its id, so only the browser can encrypt another.
    if (!fork) return false
    const forked = { ...change, ...beginning, locked: fork.locked }
    return (await saveLockedDraft(journal, owner, fork.id, forked)).outcome === 'saved'
  }
  const result = await saveDraft(journal, owner, id, exit)
  if (!needsFork(result)) return result.outcome === 'saved'
  return (await saveDraft(journal, owner, uuidv7(), { ...exit, ...beginning })).outcome === 'saved'
}

const needsFork = ({ outcome }: DraftOutcome): boolean => outcome === 'conflict' || outcome === 'not_found'
