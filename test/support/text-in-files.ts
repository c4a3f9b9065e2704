import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Which of these words stand in any file below a folder: as they are, as browsers write text (UTF-16), or as PostgreSQL writes
 * bytes in text.
 *
 * @returns each word that was found, with the name of the first file that holds it
 */
export async function findInFiles(folder: string, words: string[]): Promise<Map<string, string>> {
  const matches = new Map<string, string>()
  // Another test may drop its database meanwhile: its folders and files are gone then.
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
