import { strFromU8, unzipSync } from 'fflate'

/** What the archive of a person's data holds, by the names of its files. */
export function openArchive(bytes: Uint8Array) {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  )
  return {
    names: Object.keys(files),
    // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects where
    data: JSON.parse(files['data.json'] ?? '') as any,
    pages: files['connections.html'] ?? '',
  }
}
