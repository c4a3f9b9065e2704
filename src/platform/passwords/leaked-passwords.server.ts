import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** Bytes of each entry. Four make one good password in 38,000 look like a leaked one. */
const width = 4

// Resolved from the package, because the built server runs from another folder.
export const leakedPasswordsFile = join(
  dirname(findPackageJSON(import.meta.url) ?? ''),
  'src/platform/passwords/leaked-passwords.bin',
)

/**
 * The entry of a password: the start of its SHA-256, blind to capitals, outer spaces and the form of its Unicode, which attackers vary
 * first.
 *
 * @returns four bytes
 */
export const leakedPasswordEntry = (password: string): Buffer =>
  hash('sha256', password.normalize('NFC').trim().toLowerCase(), 'buffer').subarray(0, width)

let entries: Buffer | undefined

/**
 * Compares a password with the million most leaked ones, locally: asking a service would tell a stranger (ASVS 5.0, 6.2.12).
 *
 * The file holds the sorted entries of those with ten characters or more. The shorter ones are refused for their length anyway.
 * `scripts/list-leaked-passwords.ts` writes it.
 *
 * @throws when the file cannot be read
 */
export function isLeakedPassword(password: string): boolean {
  entries ??= readFileSync(leakedPasswordsFile)
  const wanted = leakedPasswordEntry(password).readUInt32BE()
  let low = 0
  let high = entries.length / width
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (entries.readUInt32BE(middle * width) < wanted) low = middle + 1
    else high = middle
  }
  return low * width < entries.length && entries.readUInt32BE(low * width) === wanted
}
