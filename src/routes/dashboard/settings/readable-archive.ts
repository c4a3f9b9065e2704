import { makeReadableArchive } from '../../../domains/account/readable-archive.client.ts'
import { createJsonSplitter, type JsonPiece } from '../../../domains/connections/import/json-stream.rules.ts'
import { readZipDirectory, unpack } from '../../../domains/connections/import/zip.client.ts'
import { openDocuments } from '../../../domains/connections/locked-documents/open-documents.client.ts'
import { openLocks } from '../../../domains/connections/open-lock/open-locks.client.ts'

/** Milliseconds, after which the page gets its turn. */
const longestTurn = 20

export type ReadableArchiveOptions = {
  timeZone: string
  signal: AbortSignal
  onProgress: (progress: { done: number; of: number }) => void
}

/**
 * Makes a readable archive from a locked one, on this device; nothing is sent. Memory has both, packed, and one batch of texts.
 *
 * @param archive as the server sends it
 * @returns how many of its texts stay locked, because no open lock opens them
 * @throws also when the journal is closed meanwhile: half a file must not look complete
 */
export async function toReadableArchive(
  archive: Blob,
  { timeZone, signal, onProgress }: ReadableArchiveOptions,
): Promise<{ archive: Blob; locked: number }> {
  const locks = openLocks()
  const data = {
    async members(except: readonly string[]) {
      const members: Record<string, unknown> = emptyLists()
      for await (const { key, isElement, text } of piecesOf(archive)) {
        if (except.includes(key)) continue
        const value: unknown = JSON.parse(text)
        const list = members[key]
        if (isElement && Array.isArray(list)) list.push(value)
        else members[key] = isElement ? [value] : value
      }
      return members
    },
    async *list(name: string) {
      let batch: unknown[] = []
      for await (const { key, text } of piecesOf(archive)) {
        if (key !== name) continue
        if (batch.push(JSON.parse(text)) < batchSize) continue
        yield batch
        batch = []
      }
      yield batch
    },
  }
  const open = async <Value>(value: Value): Promise<Value> => {
    const opened = await openDocuments(value)
    for (const id of locks.keys()) if (!openLocks().has(id)) throw new Error('the journal was closed')
    return opened
  }
  const chunks = makeReadableArchive({ data, open, timeZone, breathe: createPause(signal) })
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (next.done) return { archive: new Blob(parts, { type: 'application/zip' }), ...next.value }
    const { part, ...progress } = next.value
    parts.push(part as Uint8Array<ArrayBuffer>)
    onProgress(progress)
  }
}

/** What is opened at a time: about as much as a page of the list. */
const batchSize = 50

/** A list without elements has no pieces. */
const emptyLists = () => ({
  ...{ identities: [], factors: [], sessions: [] },
  ...{ favorites: [], drafts: [], journal_locks: [] },
})

/** The members and elements of data.json. */
async function* piecesOf(archive: Blob): AsyncGenerator<JsonPiece> {
  const entry = (await readZipDirectory(archive)).find(({ name }) => name === 'data.json')
  if (!entry) throw new Error('the archive has no data.json')
  const pieces: JsonPiece[] = []
  const splitter = createJsonSplitter((piece) => pieces.push(piece))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const budget = { bytesLeft: Number.POSITIVE_INFINITY, megabytes: 0 }
  for await (const chunk of unpack(archive, entry, budget)) {
    splitter.push(decoder.decode(chunk, { stream: true }))
    yield* pieces.splice(0)
  }
  splitter.push(decoder.decode())
  splitter.end()
  yield* pieces.splice(0)
}

/** Lets the page paint, also in a tab in the background, where timers are slow. */
function createPause(signal: AbortSignal): () => Promise<void> {
  let turnStart = performance.now()
  return async () => {
    if (performance.now() - turnStart > longestTurn) {
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          port1.close()
          resolve()
        }
        port2.postMessage(undefined)
      })
      turnStart = performance.now()
    }
    if (signal.aborted) throw new DOMException('stopped', 'AbortError')
  }
}
