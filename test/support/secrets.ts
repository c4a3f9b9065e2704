/** Searches bytes for secrets in each form in which they may have been stored or sent. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Secret = string | Buffer

/** Base64 without the characters that depend on the bytes around. */
function base64At(offset: number, bytes: Buffer): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const from = Math.ceil((offset * 8) / 6)
  return text.slice(from, Math.floor(((offset + bytes.length) * 8) / 6))
}

const escaped = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** UTF-8, UTF-16, hex, base64 and base64url at the three offsets, as in a URL or a form, and as JSON escapes it. */
export function formsOf(secret: Secret): Buffer[] {
  const bytes = Buffer.from(secret as string)
  const texts = [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]
  for (const offset of [0, 1, 2]) {
    const base64 = base64At(offset, bytes)
    texts.push(base64, base64.replaceAll('+', '-').replaceAll('/', '_'))
  }
  if (typeof secret === 'string') {
    const uri = encodeURIComponent(secret)
    texts.push(uri, encodeURI(secret), uri.replaceAll('%20', '+'))
    texts.push(JSON.stringify(secret).slice(1, -1), escaped(secret), escaped(secret).toUpperCase())
  }
  const wide = typeof secret === 'string' ? [Buffer.from(secret, 'utf16le')] : []
  const swapped = wide.map((each) => Buffer.from(each).swap16())
  return [bytes, ...wide, ...swapped, ...texts.map((text) => Buffer.from(text))]
}

/**
 * Makes a search for many secrets at once.
 *
 * @param secrets by the names that a finding is reported with; at least 4 bytes each
 * @returns a function that lists the names of those that some bytes contain
 */
export function searchFor(secrets: Record<string, Secret>) {
  const starts = new Uint8Array(1 << 24)
  const byStart = new Map<number, { name: string; form: Buffer }[]>()
  const startAt = (bytes: Buffer, at: number) => bytes.readUIntBE(at, 3)
  for (const [name, secret] of Object.entries(secrets))
    for (const form of formsOf(secret)) {
      if (form.length < 4) throw new Error(`“${name}” is too short to search for`)
      const start = startAt(form, 0)
      starts[start] = 1
      byStart.set(start, [...(byStart.get(start) ?? []), { name, form }])
    }
  return (bytes: Buffer): string[] => {
    const found = new Set<string>()
    let window = 0
    for (let at = 0; at < bytes.length; at++) {
      window = ((window << 8) | (bytes[at] as number)) & 0xffffff
      if (starts[window] === 0) continue
      for (const { name, form } of byStart.get(window) ?? [])
        if (
          at >= 2 &&
          bytes.compare(form, 0, form.length, at - 2, Math.min(at - 2 + form.length, bytes.length)) === 0
        )
          found.add(name)
    }
    return [...found].toSorted()
  }
}

/** All files below a folder. */
export async function* filesIn(folder: string): AsyncGenerator<{ path: string; bytes: Buffer }> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) continue
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    yield { path, bytes }
  }
}

/** @returns what is found, each name once, with the file */
export async function searchFiles(
  folder: string,
  search: (bytes: Buffer) => string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const { path, bytes } of filesIn(folder))
    for (const name of [...search(Buffer.from(path)), ...search(bytes)])
      if (!found.has(name)) found.set(name, path)
  return found
}
