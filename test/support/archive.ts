import { strFromU8, unzipSync } from 'fflate'

/** Unpacks a data export. */
export function openArchive(bytes: Uint8Array) {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  )
  return {
    names: Object.keys(files),
    // biome-ignore lint/suspicious/noExplicitAny: tests know its shape
    data: JSON.parse(files['data.json'] ?? '') as any,
    pages: files['connections.html'] ?? '',
  }
}
