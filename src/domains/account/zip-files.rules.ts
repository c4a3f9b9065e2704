import { Zip, ZipDeflate } from 'fflate'

/**
 * Packs files into a ZIP archive while they are written.
 *
 * @param files texts by name
 * @param mtime of all files
 * @param breathe runs after each piece, so that others get their turn
 */
export async function* zipFiles(
  files: Record<string, AsyncIterable<string>>,
  mtime: Date,
  breathe: () => Promise<void>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const utf8 = new TextEncoder()
  for (const [name, pieces] of Object.entries(files)) {
    const file = Object.assign(new ZipDeflate(name), { mtime })
    zip.add(file)
    for await (const piece of pieces) {
      file.push(utf8.encode(piece))
      yield join(parts.splice(0))
      await breathe()
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield join(parts.splice(0))
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
