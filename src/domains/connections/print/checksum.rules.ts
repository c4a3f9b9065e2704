import type { DecryptedEntry } from '../entries.contract.ts'

type ChecksummedEntry = Pick<
  DecryptedEntry,
  'id' | 'revision' | 'created_at' | 'content' | 'linked_term_ids' | 'happened' | 'tags' | 'record'
>

/** Changes with the fields of the canonical form. */
const checksumForm = 1

/**
 * The canonical form of a Connection: JSON with sorted keys and no white space (RFC 8785), documented in docs/checksums.md. Whatever is
 * printed, it holds the whole document. Unlike RFC 8785, lone surrogates are escaped as \udXXX (ECMA-262, 25.5.2), and no error.
 */
export function canonicalForm(entry: ChecksummedEntry): string {
  const { happened, record } = entry
  return JSON.stringify({
    checksum_form: checksumForm,
    content: entry.content,
    created_at: entry.created_at,
    happened: happened && {
      about: happened.about,
      date: happened.date,
      time: happened.time,
      time_zone: happened.time_zone,
    },
    id: entry.id,
    linked_term_ids: entry.linked_term_ids,
    record: {
      disclosed_to: record.disclosed_to,
      people: record.people,
      place: record.place,
      proof: record.proof,
    },
    revision: entry.revision,
    tags: entry.tags,
  })
}

/** @returns SHA-256 of the canonical form in UTF-8, as 64 hexadecimal digits */
export async function checksumOf(entry: ChecksummedEntry): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalForm(entry)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** In groups of eight, to compare by eye. */
export const formatChecksum = (checksum: string): string => checksum.replace(/.{8}(?=.)/g, '$& ')
