import { archiveVersion } from './archive.contract.ts'
import { readDayOneEntry } from './day-one.rules.ts'
import { type DeriveId, deriveId } from './derived-id.rules.ts'
import { addReading, type Findings, noFindings } from './findings.rules.ts'
import { createJsonSplitter, type JsonPiece, JsonStreamError } from './json-stream.rules.ts'
import * as messages from './messages.en.yaml'
import { readOwnEntry } from './own-archive.rules.ts'
import { decodeText, encodingOfMark } from './text-decoding.rules.ts'
import { readTextFile } from './text-entry.rules.ts'
import { type Budget, DamagedFileError, readZipDirectory, UnreadableFileError, unpack } from './zip.client.ts'
import { isUnsafePath } from './zip-directory.rules.ts'

/** What is unpacked and read at most, of an archive and of one JSON file. */
const mostMegabytes = 200
/** Longer ones cannot be one Connection. */
const mostTextBytes = 1_000_000
/** Milliseconds, after which the page gets its turn. */
const longestTurn = 20

type Source = {
  path: string
  lastModified: number
  size: number
  read: () => AsyncIterable<Uint8Array>
}

type Reader = {
  findings: Findings
  toId: DeriveId
  now: Date
  /** Lets the page paint and react now and then. @throws when it was stopped */
  breathe: () => Promise<void>
}

export type ReadOptions = {
  now: Date
  /** By default `deriveId`. */
  toId?: DeriveId
  signal: AbortSignal
  /** Gets the number of entries so far. */
  onProgress?: (entries: number) => void
  mostBytes?: number
}

/** Reads all files on the device. Nothing is sent. @throws AbortError when it was stopped */
export async function readFiles(
  files: readonly File[],
  { now, toId = deriveId, signal, onProgress, mostBytes = mostMegabytes * 1_000_000 }: ReadOptions,
): Promise<Findings> {
  const findings = noFindings()
  let turnStart = performance.now()
  const breathe = async () => {
    if (performance.now() - turnStart > longestTurn) {
      onProgress?.(findings.entries.length)
      await new Promise((resolve) => setTimeout(resolve))
      turnStart = performance.now()
    }
    if (signal.aborted) throw new DOMException('stopped', 'AbortError')
  }
  const reader = { findings, toId, now, breathe }
  for (const file of files) {
    const path = file.webkitRelativePath || file.name
    await breathe()
    await reporting(reader, path, async () => {
      if (kindOf(path) === 'zip') await readZip(reader, file, mostBytes)
      else await readSource(reader, sourceOf(file, path, mostBytes))
    })
  }
  return findings
}

/** A file that cannot be read stops no other. */
async function reporting({ findings, breathe }: Reader, file: string, read: () => Promise<void>) {
  const before = findings.entries.length
  try {
    await read()
  } catch (thrown) {
    await breathe()
    // A letter may be another one.
    if (thrown instanceof DamagedFileError) findings.entries.length = before
    const isDamagedJson = thrown instanceof JsonStreamError
    const reason = thrown instanceof UnreadableFileError ? thrown.message : messages.unreadableFile()
    findings.unreadable.push({ file, reason: isDamagedJson ? messages.brokenJson() : reason })
  }
}

const kinds: Record<string, 'zip' | 'json' | 'text'> = {
  zip: 'zip',
  json: 'json',
  ...{ txt: 'text', text: 'text', md: 'text', markdown: 'text' },
}

function kindOf(path: string) {
  const [, ending = ''] = /\.([a-z]+)$/.exec(path.toLowerCase()) ?? []
  return Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
}

/** Files that systems put beside others. */
const isHidden = (path: string) => path.split(/[\\/]/).some((name) => /^(?:\.|__MACOSX$)/.test(name))

const sourceOf = (file: File, path: string, mostBytes: number): Source => ({
  path,
  lastModified: file.lastModified,
  size: file.size,
  async *read() {
    let bytesLeft = mostBytes
    const stream = file.stream().getReader()
    for (let next = await stream.read(); !next.done; next = await stream.read()) {
      bytesLeft -= next.value.length
      if (bytesLeft < 0)
        throw new UnreadableFileError(messages.tooLargeFile({ megabytes: Math.ceil(mostBytes / 1_000_000) }))
      yield next.value
    }
  },
})

async function readZip(reader: Reader, file: File, mostBytes: number) {
  const { findings } = reader
  const entries = await readZipDirectory(file)
  const budget: Budget = { bytesLeft: mostBytes, megabytes: Math.ceil(mostBytes / 1_000_000) }
  let [wanted, others] = [0, 0]
  const hasJson = entries.some(({ name }) => kindOf(name) === 'json' && !isHidden(name))
  for (const entry of entries) {
    const { name } = entry
    await reader.breathe()
    if (name.endsWith('/') || isHidden(name)) {
      if (isUnsafePath(name)) findings.leftOut.paths++
    } else if (isUnsafePath(name)) findings.leftOut.paths++
    else if (kindOf(name) === undefined || kindOf(name) === 'zip') others++
    else {
      wanted++
      const source = {
        path: name,
        lastModified: entry.modified ?? file.lastModified,
        size: entry.size,
        read: () => unpack(file, entry, budget),
      }
      await reporting(reader, `${file.name}: ${name}`, () => readSource(reader, source))
      if (budget.bytesLeft < 0) break
    }
  }
  // Other files beside a JSON file belong to it: photos, or the pages to print.
  if (!hasJson) findings.leftOut.files += others
  if (wanted === 0) throw new UnreadableFileError(messages.emptyZip())
}

async function readSource(reader: Reader, source: Source) {
  const { findings, toId, now } = reader
  const { path } = source
  if (isHidden(path)) return
  switch (kindOf(path)) {
    case 'json':
      return readJson(reader, source)
    case 'text': {
      const decoded = decodeText(await readWhole(source))
      if (!decoded) throw new UnreadableFileError(messages.noTextFile())
      if (decoded.encoding === 'windows-1252') findings.notes.windows++
      const { lastModified } = source
      const reading = readTextFile({ name: path, text: decoded.text, lastModified }, now)
      return addReading(findings, reading, { file: path, now }, toId)
    }
    default:
      findings.leftOut.files++
  }
}

async function readWhole(source: Source): Promise<Uint8Array> {
  if (source.size > mostTextBytes) throw new UnreadableFileError(messages.tooLargeText())
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of source.read()) {
    size += chunk.length
    if (size > mostTextBytes) throw new UnreadableFileError(messages.tooLargeText())
    parts.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** What is known of a JSON file while it arrives. */
type JsonFile = { path: string; isKnown: boolean; entries: number }

async function readJson(reader: Reader, source: Source) {
  const file: JsonFile = { path: source.path, isKnown: false, entries: 0 }
  const pieces: JsonPiece[] = []
  const splitter = createJsonSplitter((piece) => pieces.push(piece))
  let decoder: TextDecoder | undefined
  const addPieces = async () => {
    for (const piece of pieces.splice(0)) {
      await addPiece(reader, piece, file)
      await reader.breathe()
    }
  }
  try {
    for await (const chunk of source.read()) {
      decoder = decoder ?? new TextDecoder(encodingOfMark(chunk) ?? 'utf-8', { fatal: true })
      splitter.push(decode(decoder, chunk))
      await addPieces()
      await reader.breathe()
    }
    splitter.push(decoder ? decode(decoder) : '')
    splitter.end()
  } finally {
    // What was complete before any damage counts.
    await addPieces()
  }
  if (!file.isKnown) throw new UnreadableFileError(messages.unknownJson())
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new JsonStreamError('it is in another encoding')
  }
}

/** Of our own archive and of Day One. */
const nameOfKind = new Set(['made_at', 'connections', 'metadata', 'entries'])
const leftOutLists: Record<string, 'drafts' | 'deleted' | 'favorites'> = {
  drafts: 'drafts',
  deleted_connections: 'deleted',
  favorites: 'favorites',
}

async function addPiece(
  { findings, toId, now }: Reader,
  { key, isElement, text }: JsonPiece,
  file: JsonFile,
) {
  if (nameOfKind.has(key)) file.isKnown = true
  if (key === 'v' && Number(text) > archiveVersion) findings.isNewer = true
  if (!isElement) return
  const list = Object.hasOwn(leftOutLists, key) ? leftOutLists[key] : undefined
  if (list) findings.leftOut[list]++
  if (key !== 'connections' && key !== 'entries') return
  const at = { file: file.path, number: ++file.entries, now }
  const raw = parseJson(text)
  if (key === 'entries') findings.hasDayOne = true
  const reading = key === 'entries' ? readDayOneEntry(raw, now) : readOwnEntry(raw, now)
  await addReading(findings, reading, at, toId)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
