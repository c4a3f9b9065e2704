import { v7 as uuidv7 } from 'uuid'
import { ApiProblem } from '../../../platform/api-client.ts'
import { isSameDocument } from '../document/document.rules.ts'
import type { Draft } from '../drafts/drafts.contract.ts'
import type { Entry } from '../entries.contract.ts'
import { journalFetch } from '../locked-documents/journal-fetch.client.ts'
import { sealDraft, sealEntry } from '../locked-documents/open-documents.client.ts'
import { changeTags, isChanged, type TagChange, type TagTask, toDraftChange } from './tags.rules.ts'

/** Someone who writes on another device cannot win more often. */
const attempts = 5

/** What one step changed. */
export type TagStep = { entry?: Entry; draft?: true }

/**
 * Does one step of a change. It may be repeated after a failure: what is done already stays as it is.
 *
 * @throws ApiProblem
 */
export async function runTagTask(task: TagTask<Entry>, change: TagChange): Promise<TagStep> {
  const saved = task.entry && (await changeEntry(task.entry, change))
  const isDraftChanged = task.draft && (await changeDraft(task.draft, change, saved?.moved))
  return { ...(saved && { entry: saved.entry }), ...(isDraftChanged && { draft: true }) }
}

/** Returns undefined where the Connection is gone or has no such tag any more. */
async function changeEntry(entry: Entry, change: TagChange) {
  let base = entry
  for (let attempt = 1; isChanged(base.tags, change); attempt++) {
    const { content, id, created_at } = base
    if (content === null) return undefined
    const tags = changeTags(base.tags, change)
    const members = await sealEntry(
      { ...base, content, tags },
      { id, created_at, revision: base.revision + 1 },
    )
    const changed = 'locked' in members ? members : { tags }
    const body = { revision: base.revision, keeps_draft: true, ...changed }
    try {
      const saved = await journalFetch<Entry>(`/journal-entries/${base.id}`, { method: 'PATCH', body })
      // A repeated request may find what someone else wrote since; their draft must not follow that.
      const isOurs = isSameDocument({ ...base, tags }, saved)
      return { entry: saved, ...(isOurs && { moved: { before: base.revision, after: saved.revision } }) }
    } catch (thrown) {
      const current = currentOf<Entry>(thrown, attempt)
      if (!current) return undefined
      base = current
    }
  }
  return undefined
}

/** Returns whether the draft was changed. */
async function changeDraft(draft: Draft, change: TagChange, moved?: { before: number; after: number }) {
  let base = draft
  for (let attempt = 1; ; attempt++) {
    const changed = toDraftChange(base, change, moved)
    if (!changed) return false
    try {
      const body = await toDraftBody(base, changed)
      await journalFetch(`/journal-drafts/${base.id}`, { method: 'PUT', body })
      return isChanged(base.tags, change)
    } catch (thrown) {
      const current = currentOf<Draft>(thrown, attempt)
      if (!current) return false
      base = current
    }
  }
}

/** In a locked journal the whole draft is sealed, as of a page of its own. */
async function toDraftBody(draft: Draft, changed: NonNullable<ReturnType<typeof toDraftChange>>) {
  const { id, created_at } = draft
  const { revision, entry_revision } = changed
  const origin = { writer: uuidv7(), sequence: 0, entry_revision }
  const members = await sealDraft({ ...draft, ...changed }, { id, created_at, ...origin })
  return 'locked' in members ? { ...members, revision, ...origin } : changed
}

/** What is stored now, after a conflict; undefined where it is gone. @throws any other failure */
function currentOf<Stored>(thrown: unknown, attempt: number): Stored | undefined {
  if (!(thrown instanceof ApiProblem)) throw thrown
  if (thrown.status === 404) return undefined
  if (thrown.status !== 409 || attempt >= attempts) throw thrown
  return (thrown.body as { current: Stored | null }).current ?? undefined
}
