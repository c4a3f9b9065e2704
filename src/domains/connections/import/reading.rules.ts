import { cleanTags, documentLimits, type EntryRecord, recordFields } from '../document/document.rules.ts'
import type { ImportedEntry } from './import.rules.ts'

/** An entry of a file before its id is known, and what of it does not come along. */
export type ReadEntry = {
  entry: Omit<ImportedEntry, 'id'>
  /** Of our own archive. */
  id?: string
  /** What `deriveId` takes, for other files. */
  identity?: { time: number; source: string }
  lostTags?: number
  media?: number
  /** Names of fields that this version does not know. */
  unknownFields?: string[]
  /** A date in the text that could not be read. */
  hasUnreadDate?: boolean
}

/** The result of reading one entry; a problem is a sentence. */
export type Reading = ReadEntry | { problem: string; media?: number }

/** A JSON object that may hold anything; never merged into another, so `__proto__` is a name like others. */
export type RawObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is RawObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The tags that can be saved, and how many cannot. */
export function fitTags(raw: unknown): { tags: string[]; lostTags: number } {
  const clean = cleanTags(listOf(raw).filter((tag) => typeof tag === 'string'))
  const fitting = clean.filter((tag) => [...tag].length <= documentLimits.tagLength)
  const tags = fitting.slice(0, documentLimits.tags)
  return { tags, lostTags: clean.length - tags.length }
}

/** The fields of a record that are texts; others are empty. */
export const toRecord = (raw: unknown): EntryRecord =>
  Object.fromEntries(
    recordFields.map((field) => [field, isObject(raw) ? textOf(raw[field]) : '']),
  ) as EntryRecord
