import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Searches all files below a folder for words: as UTF-8, as UTF-16 (browsers), or in hex (bytea in PostgreSQL dumps).
 *
 * @returns each found word with the name of a file that contains it
 */
export async function findInFiles(folder: string, words: string[]): Promise<Map<string, string>> {
  const matches = new Map<string, string>()
  // Other tests may drop their database at the same time.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const missing = words.filter((word) => !matches.has(word))
    if (entry.isDirectory())
      for (const [word, file] of await findInFiles(path, missing)) matches.set(word, file)
    if (!entry.isFile()) continue
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    for (const word of missing) {
      const forms = [word, Buffer.from(word, 'utf16le'), Buffer.from(word).toString('hex')]
      if (forms.some((form) => bytes.includes(form))) matches.set(word, entry.name)
    }
  }
  return matches
}
