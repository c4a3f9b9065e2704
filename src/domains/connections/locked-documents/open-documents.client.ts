/** What all pages of the journal load. The rest comes once there is a lock. */
import { ApiProblem } from '../../../platform/api-client.ts'
import type { EntryDocument } from '../document/document.rules.ts'
import type { Locked } from '../lock/lock.contract.ts'
import * as messages from '../lock/messages.en.yaml'
import { currentLock, requireNoDoubt } from '../open-lock/current-lock.client.ts'
import { openLocks } from '../open-lock/open-locks.client.ts'
import type { DraftPlace, EntryPlace } from './locked-documents.client.ts'

export { currentLock } from '../open-lock/current-lock.client.ts'

/** The members of a request: the document's own, or an envelope. */
export type SealedMembers = EntryDocument | { locked: Locked }

const load = () => import('./locked-documents.client.ts')

/** Loads what opening needs beside the key, so that a list shows at once after it. If this fails, opening loads it. */
export function prepareToOpen(): void {
  load().then(
    ({ readTermNames }) => readTermNames().catch(() => {}),
    () => {},
  )
}

/**
 * Fills each object of an answer that has `locked` with its document, and removes `locked`. What does not open stays as it is, with
 * `content: null`.
 *
 * @throws ApiProblem when the names of terms cannot be loaded
 */
export async function openDocuments<Value>(value: Value): Promise<Value> {
  return openLocks().size === 0 ? value : (await load()).openDocuments(value)
}

/**
 * The members that save a Connection.
 *
 * @param place `revision` is the one that it will have; `created_at` is exact
 * @throws ApiProblem while the journal is closed, or nobody has agreed to the end of its lock
 */
export async function sealEntry(document: EntryDocument, place: EntryPlace): Promise<SealedMembers> {
  if (!currentLock()) {
    requireNoDoubt()
    return document
  }
  return { locked: await (await load()).sealEntry(requireOpenLock(), document, place) }
}

/** The members that save a draft. @throws ApiProblem as `sealEntry` */
export async function sealDraft(document: EntryDocument, place: DraftPlace): Promise<SealedMembers> {
  if (!currentLock()) {
    requireNoDoubt()
    return document
  }
  return { locked: await (await load()).sealDraft(requireOpenLock(), document, place) }
}

function requireOpenLock() {
  const lock = openLocks().get(currentLock()?.id ?? '')
  if (!lock) throw new ApiProblem(403, messages.journalClosed())
  return lock
}
