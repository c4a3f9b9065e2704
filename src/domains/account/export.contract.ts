import type { Draft } from '../connections/drafts.contract.ts'

/** What comes before the Connections in data.json: all that is kept about a person in few rows. */
export type Kept = {
  account: unknown
  identities: unknown[]
  factors: unknown[]
  sessions: unknown[]
  profile: unknown
  favorites: unknown[]
  drafts: Draft[]
}

/** A piece of an archive, and how many of its Connections have been put into it so far. */
export type Step = { part: Uint8Array; done: number; of: number }

/** A step as a line of JSON, for a page that shows how far it is; the last one says that nothing is missing. */
export type StepLine = { part: string; done: number; of: number; whole?: true }

/** The media type of such lines. */
export const stepLines = 'application/x-ndjson'

/** The name of the file: it says nothing to whoever sees it in a folder. */
export const archiveName = (day: string): string => `my-data-${day}.zip`
