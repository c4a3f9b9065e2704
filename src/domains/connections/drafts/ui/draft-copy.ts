import { v4 as uuidv4 } from 'uuid'
import { ApiProblem, apiFetch } from '../../../../platform/api-client.ts'
import { isBlank } from '../../../../platform/visible-text.ts'
import { type EntryDocument, hasDetails, isSameDocument } from '../../document/document.rules.ts'
import type { Locked } from '../../lock/lock.contract.ts'
import { newEntryId } from '../../locked-documents/entry-id.rules.ts'
import { currentLock, sealDraft } from '../../locked-documents/open-documents.client.ts'
import { doubtedLocks, requireNoDoubt } from '../../open-lock/current-lock.client.ts'
import type { Draft } from '../drafts.contract.ts'

/** An envelope of a draft's text, ready to be sent. It is bound to its draft and to its number. */
export type DraftCopy = {
  content: EntryDocument
  id: string
  locked: Locked
  writer: string
  sequence: number
  /** The same text under another id, for the case that another page has changed or deleted the draft when this page closes. */
  fork?: { id: string; locked: Locked } | undefined
}

/** Characters of an envelope. Above, two do not fit a request that outlives the page. */
const forkLimit = 28_000

/** What this page knows of the draft that it writes. */
export type DraftOrigin = {
  id: string
  entry_revision: number | null
  revision: number | null
  created_at: string | undefined
  /** The Connection as it is saved. */
  saved: EntryDocument | undefined
  writer: string
  sequence: number
  pending: EntryDocument | undefined
  copy: DraftCopy | undefined
  preparing: Promise<void> | undefined
}

/** Orders this page's requests on the server. */
function nextSequence(form: Pick<DraftOrigin, 'writer' | 'sequence'>) {
  if (form.writer === '') form.writer = uuidv4()
  form.sequence += 1
  return { writer: form.writer, sequence: form.sequence }
}

/** Whether a text is no draft. In a locked journal the server cannot see it. */
const isNothing = (content: EntryDocument, saved: EntryDocument | undefined): boolean =>
  (isBlank(content.content) && !hasDetails(content)) ||
  (saved !== undefined && isSameDocument(saved, content))

/** The newest copy, if it fits the draft and the lock as they are now. */
function copyOf({ copy, id }: DraftOrigin): DraftCopy | undefined {
  return copy?.id === id && copy.locked.lock_id === currentLock()?.id ? copy : undefined
}

/**
 * What can be sent at once for a text: its members, or null where its draft is to be deleted. While the page closes an older copy is better
 * than nothing; its text is returned, too. Undefined until a copy is ready.
 */
export function readyMembers(form: DraftOrigin, content: EntryDocument, closing: boolean) {
  const { entry_revision, revision } = form
  if (!currentLock()) {
    if (doubtedLocks().length > 0) return undefined
    const members = { ...content, entry_revision, revision, ...nextSequence(form) }
    return { content, members, fork: undefined }
  }
  if (isNothing(content, form.saved)) return { content, members: null, fork: undefined }
  const copy = copyOf(form)
  if (!copy || !(closing || copy.content === content)) return undefined
  const { locked, writer, sequence, fork } = copy
  return { content: copy.content, members: { locked, entry_revision, revision, writer, sequence }, fork }
}

/** Encrypts the newest text, until it is the newest. Without a lock it does nothing. @throws ApiProblem as `sealDraft` */
export function prepareCopy(form: DraftOrigin): Promise<void> {
  if (!currentLock()) return Promise.resolve().then(requireNoDoubt)
  if (!form.preparing) form.preparing = sealNewest(form)
  return form.preparing
}

async function sealNewest(form: DraftOrigin) {
  try {
    // So that `preparing` is set before it ends.
    await undefined
    for (let { pending } = form; pending && copyOf(form)?.content !== pending; { pending } = form) {
      if (isNothing(pending, form.saved)) {
        // What was removed must not come back.
        form.copy = undefined
        return
      }
      const { id, entry_revision, created_at } = form
      const number = nextSequence(form)
      const members = await sealDraft(pending, { id, entry_revision, created_at, ...number })
      if (!('locked' in members)) return
      form.copy = { content: pending, id, locked: members.locked, ...number }
      form.copy.fork = await sealFork(form.copy)
    }
  } finally {
    form.preparing = undefined
  }
}

async function sealFork({ content, locked, writer, sequence }: DraftCopy): Promise<DraftCopy['fork']> {
  if (locked.data.length > forkLimit) return undefined
  const id = newEntryId(currentLock())
  const members = await sealDraft(content, { id, writer, sequence, entry_revision: null })
  return 'locked' in members ? { id, locked: members.locked } : undefined
}

/** Deletes the draft that this page saved, unless another page has written it since. */
export async function deleteOwnDraft({ id, revision }: DraftOrigin): Promise<undefined> {
  if (revision === null) return
  try {
    const stored = await apiFetch<Draft>(`/journal-drafts/${id}`)
    if (stored.revision === revision) await apiFetch(`/journal-drafts/${id}`, { method: 'DELETE' })
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem && thrown.status === 404)) throw thrown
  }
}
