import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Which of these words stand in any file below a folder: as they are, as browsers write text (UTF-16), or as PostgreSQL writes
 * bytes in text.
 *
 * @returns each word that was found, with the name of the first file that holds it
 */
export async function wordsInFiles(folder: string, words: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    // Another test may have dropped its database meanwhile.
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
    for (const word of words.filter((each) => !found.has(each))) {
      const forms = [word, Buffer.from(word, 'utf16le'), Buffer.from(word).toString('hex')]
      if (forms.some((form) => bytes.includes(form))) found.set(word, entry.name)
    }
  }
  return found
}
