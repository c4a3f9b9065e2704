import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** One false positive in 38,000. */
const entryBytes = 4

// The built server runs elsewhere.
export const leakedPasswordsFile = join(
  dirname(findPackageJSON(import.meta.url) ?? ''),
  'src/platform/passwords/leaked-passwords.bin',
)

/** Ignores what attackers vary first. */
export const leakedPasswordEntry = (password: string): Buffer =>
  hash('sha256', password.normalize('NFC').trim().toLowerCase(), 'buffer').subarray(0, entryBytes)

let entries: Buffer | undefined

/** Checks locally: a service would learn the password (ASVS 5.0, 6.2.12). Ten characters or more. */
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
