import type { Owner } from '../../../platform/owner.ts'
import { isSameDocument } from '../document/document.rules.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { readEntry } from '../entries.reads.server.ts'
import { changeEntry, type WriteOutcome } from '../entries.writes.server.ts'
import * as messages from '../messages.en.yaml'
import { readVersion } from './versions.reads.server.ts'
import { restoringChange } from './versions.rules.ts'

type RestoreVersionOutcome = WriteOutcome | { outcome: 'same' }

/**
 * Saves an earlier version as the newest one. The version before joins the others, and a draft stays.
 *
 * @param revision the present one, as the form showed it; another is a conflict
 */
export async function restoreVersion(
  journal: Journal,
  owner: Owner,
  id: string,
  { version: wanted, revision }: { version: number; revision: number },
): Promise<RestoreVersionOutcome> {
  const found = await readVersion(journal, owner, id, wanted)
  if (found.outcome !== 'found') return found
  const { content, ...version } = found.version
  if (version.locked) return { outcome: 'forbidden', reason: messages.journalIsLocked() }
  if (content === null) return { outcome: 'undecryptable' }
  const current = await readEntry(journal, owner, id)
  if (current.outcome !== 'found') return current
  const change = restoringChange({ ...version, content }, current.entry.linked_term_ids)
  if (isSameDocument(change, current.entry)) return { outcome: 'same' }
  return changeEntry(journal, owner, id, { ...change, revision, keeps_draft: true })
}
