import type { Draft } from '../connections/drafts.contract.ts'

/** The part of data.json before the Connections. */
export type AccountData = {
  account: unknown
  identities: unknown[]
  factors: unknown[]
  sessions: unknown[]
  profile: unknown
  favorites: unknown[]
  drafts: Draft[]
}

/** A part of the archive, with its progress in Connections. */
export type ArchiveChunk = { part: Uint8Array; done: number; of: number }

/** A chunk as an NDJSON line, with `part` in base64; `whole` marks the last one. */
export type ArchiveChunkLine = { part: string; done: number; of: number; whole?: true }

export const ndjsonType = 'application/x-ndjson'

/** A neutral file name, which reveals nothing to others who see it. */
export const archiveName = (day: string): string => `my-data-${day}.zip`
