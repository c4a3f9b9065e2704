import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** Four bytes per entry: a false positive for one password in 38,000. */
const entryBytes = 4

// Relative to the package, because the built server runs from another folder.
export const leakedPasswordsFile = join(
  dirname(findPackageJSON(import.meta.url) ?? ''),
  'src/platform/passwords/leaked-passwords.bin',
)

/** The first four bytes of a password's SHA-256, ignoring case, outer spaces and Unicode form, which attackers vary first. */
export const leakedPasswordEntry = (password: string): Buffer =>
  hash('sha256', password.normalize('NFC').trim().toLowerCase(), 'buffer').subarray(0, entryBytes)

let entries: Buffer | undefined

/**
 * Checks against the million most leaked passwords, locally: a service would learn the password (ASVS 5.0, 6.2.12).
 *
 * The sorted file has those with ten characters or more; shorter ones are rejected anyway. `scripts/list-leaked-passwords.ts` writes it.
 *
 * @throws if the file cannot be read
 */
export function isLeakedPassword(password: string): boolean {
  entries ??= readFileSync(leakedPasswordsFile)
  const entry = leakedPasswordEntry(password).readUInt32BE()
  let low = 0
  let high = entries.length / entryBytes
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (entries.readUInt32BE(middle * entryBytes) < entry) low = middle + 1
    else high = middle
  }
  return low * entryBytes < entries.length && entries.readUInt32BE(low * entryBytes) === entry
}
