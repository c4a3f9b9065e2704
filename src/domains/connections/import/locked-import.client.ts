import { paddedSize } from '../keyring/envelope.rules.ts'
import { sealEntry } from '../locked-documents/open-documents.client.ts'
import { type LinkedTerm, readTermNames } from '../locked-documents/term-names.client.ts'
import type { OpenLock } from '../open-lock/open-locks.client.ts'
import { type DeriveId, deriveId, deriveLockedId } from './derived-id.rules.ts'
import type { FoundEntry } from './findings.rules.ts'
import { type ImportedEntry, importedTimes, matchTerms, sizeOf } from './import.rules.ts'

/**
 * Ids of other programs' entries in a locked journal.
 *
 * @param existing all ids of the journal: what was imported before it was locked is found by its former id, which is never sent
 */
export function lockedIds({ idKey }: OpenLock, existing: ReadonlySet<string>): DeriveId {
  const toId = deriveLockedId(idKey)
  return async (time, source) => {
    const formerId = await deriveId(time, source)
    return existing.has(formerId) ? formerId : toId(time, source)
  }
}

/** Of an envelope beside its text, and of the members around it. */
const aroundText = 400

/** The bytes of a sealed entry in a request: base64 of the padded text. */
export const lockedSizeOf = (entry: ImportedEntry): number =>
  Math.ceil((paddedSize(sizeOf(entry)) * 4) / 3) + aroundText

/**
 * Seals entries on the device, with their terms as this glossary knows them.
 *
 * @param glossary all terms by id; by default they are fetched as a whole
 * @returns the body of the request, and how many terms each entry lost
 * @throws ApiProblem while the journal is closed
 */
export async function sealImports(
  batch: readonly FoundEntry[],
  now: Date,
  glossary: Promise<ReadonlyMap<string, LinkedTerm>> = readTermNames(),
) {
  const names = [...(await glossary).values()]
  // An active term replaces a retired one of the same name.
  const ordered = [...names].sort((one, other) => Number(other.retired) - Number(one.retired))
  const known = {
    ids: new Set(names.map(({ id }) => id)),
    bySlug: new Map(ordered.map(({ id, slug }) => [slug, id])),
    byName: new Map(ordered.map(({ id, term_name }) => [term_name, id])),
  }
  const sealed = batch.map(async ({ entry }) => {
    const { linked_term_ids, unknown } = matchTerms(entry, known)
    const { created_at, updated_at } = importedTimes(entry, now)
    const place = { id: entry.id, revision: 1, created_at, updated_at }
    const body = await sealEntry({ ...entry, linked_term_ids }, place)
    const times = { created_at: toHour(created_at), updated_at: toHour(updated_at) }
    return { body: { id: entry.id, ...times, ...body }, unknown }
  })
  const results = await Promise.all(sealed)
  return { entries: results.map(({ body }) => body), unknownTerms: results.map(({ unknown }) => unknown) }
}

const toHour = (time: string) => `${time.slice(0, 13)}:00:00.000Z`
