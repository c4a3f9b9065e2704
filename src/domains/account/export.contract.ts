import type { Draft } from '../connections/drafts/drafts.contract.ts'
import type { JournalLock } from '../connections/lock/lock.contract.ts'

export type AccountData = {
  account: unknown
  identities: unknown[]
  factors: unknown[]
  sessions: unknown[]
  profile: unknown
  favorites: unknown[]
  drafts: Draft[]
  /** With their keyrings, without which locked Connections could not be opened (docs/decisions/042). */
  journal_locks: (JournalLock & { changed_at: string })[]
}

/** `done` and `of` count Connections. */
export type ArchiveChunk = { part: Uint8Array; done: number; of: number }

/** NDJSON, `part` in base64; `whole` marks the last line. */
export type ArchiveChunkLine = { part: string; done: number; of: number; whole?: true }

export const ndjsonType = 'application/x-ndjson'

/** A name that reveals nothing. */
export const archiveName = (day: string): string => `my-data-${day}.zip`
