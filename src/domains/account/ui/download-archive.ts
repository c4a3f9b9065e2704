import { pageUserHeader } from '../../../platform/api-client.ts'
import { type ArchiveChunkLine, ndjsonType } from '../export.contract.ts'

/** With `reauthUrl` the user must reauthenticate first. */
export class ExportError extends Error {
  readonly reauthUrl: string | undefined

  constructor(message: string, reauthUrl?: string) {
    super(message)
    this.reauthUrl = reauthUrl
  }
}

/** Downloads into memory. @throws ExportError, or the browser's error */
export async function downloadArchive(
  time_zone: string,
  onProgress: (chunk: Pick<ArchiveChunkLine, 'done' | 'of'>) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await fetch(`/api/account/export?${new URLSearchParams({ time_zone })}`, {
    headers: { Accept: ndjsonType, ...pageUserHeader() },
    signal,
  })
  if (!response.ok || !response.body) {
    const { detail = '', prove: reauthUrl } = (await response.json()) as { detail?: string; prove?: string }
    throw new ExportError(detail, reauthUrl)
  }
  const parts: BlobPart[] = []
  let isComplete = false
  let partialLine = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (partialLine + read.value).split('\n')
    partialLine = lines.pop() ?? ''
    for (const line of lines) {
      const chunk = JSON.parse(line) as ArchiveChunkLine
      parts.push(Uint8Array.from(atob(chunk.part), (character) => character.charCodeAt(0)))
      isComplete = chunk.whole ?? false
      onProgress(chunk)
    }
  }
  if (!isComplete) throw new Error('the archive has no end')
  return new Blob(parts, { type: 'application/zip' })
}
