import { setPageUser } from '../../../platform/api-client.ts'
import { type StepLine, stepLines } from '../export.contract.ts'

/** Why there is no file: in words, or with the address where one shows first that it is them. */
export class NoArchive extends Error {
  readonly prove: string | undefined

  constructor(message: string, prove?: string) {
    super(message)
    this.prove = prove
  }
}

/**
 * Takes the archive in, and tells how far it is. It is in the memory of this page alone until the person keeps it.
 *
 * @param onStep is told how many of how many Connections are in it
 * @throws NoArchive, or whatever the browser throws when the line is cut or `signal` ends it
 */
export async function takeArchive(
  time_zone: string,
  onStep: (step: Pick<StepLine, 'done' | 'of'>) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const answer = await fetch(`/api/account/export?${new URLSearchParams({ time_zone })}`, {
    headers: { Accept: stepLines, ...setPageUser() },
    signal,
  })
  if (!answer.ok || !answer.body) {
    const { detail = '', prove } = (await answer.json()) as { detail?: string; prove?: string }
    throw new NoArchive(detail, prove)
  }
  const parts: BlobPart[] = []
  let whole = false
  let begun = ''
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (begun + read.value).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) {
      const step = JSON.parse(line) as StepLine
      parts.push(Uint8Array.from(atob(step.part), (sign) => sign.charCodeAt(0)))
      whole = step.whole ?? false
      onStep(step)
    }
  }
  if (!whole) throw new Error('the archive has no end')
  return new Blob(parts, { type: 'application/zip' })
}
