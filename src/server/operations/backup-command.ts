import { readFile } from 'node:fs/promises'
import { BackupError } from '../../platform/backup/problems.server.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.server.ts'
import { finishRotation, rotateMasterKey } from '../keys/rotate-master-key.ts'
import { createBackup, createBackupKey, findBackup, openSource, verifyBackup } from './backup.ts'
import { inspectBackup, type Restored, restoreBackup } from './restore.ts'

export const backupUsage =
  'backup <folder>, backup-keys <folder>, verify|restore <folder or file> --key <file>, backup-key <new file>, master-key rotate|finish'

/** Returns the lines to print. */
type BackupCommand = (config: Config) => Promise<string>

/** Returns undefined for an invalid command. @param key the file of `--key` */
export function parseBackupCommand(words: string[], key: string | undefined): BackupCommand | undefined {
  if (words.join(' ') === 'master-key rotate' && !key) return rotate
  if (words.join(' ') === 'master-key finish' && !key) return finish
  const [verb, path, ...rest] = words
  if (!path || rest.length > 0) return undefined
  if (verb === 'verify' && key)
    return async () => {
      const backup = await verifyBackup(path, await readKey(key))
      return `${backup.path} can be restored: ${summary(backup.restored)}.`
    }
  if (verb === 'restore' && key) return (config) => restore(config, path, key)
  if (key) return undefined
  if (verb === 'backup')
    return async (config) => {
      const backup = await createBackup(config, path, systemClock)
      return `${backup.path} is made, and was restored as a trial: ${backup.restored && summary(backup.restored)}.`
    }
  if (verb === 'backup-keys')
    return async (config) => `${(await createBackup(config, path, systemClock, 'keys')).path} is made.`
  if (verb === 'backup-key')
    return async () => {
      const recipient = await createBackupKey(path)
      return `${path} opens backups: keep it elsewhere, and twice. To make them, set\nBACKUP_RECIPIENT=${recipient}`
    }
  return undefined
}

async function restore(config: Config, path: string, key: string): Promise<string> {
  const identity = await readKey(key)
  const { backup, present } = await findBackup(path)
  await inspectBackup(openSource(backup, present, identity))
  const restored = await restoreBackup(config, openSource(backup, present, identity))
  return `${backup} is restored: ${summary(restored)}. Everyone has to sign in again.`
}

async function rotate(config: Config): Promise<string> {
  const { rows, undecryptable, finished } = await rotateMasterKey(config)
  const next = finished
    ? 'The file master.key is the new one: copy it to where you keep it. The old one opens nothing any more but older backups of the keys.'
    : 'Set MASTER_KEY to the new one and restart the processes one by one; then `npm run operator -- master-key finish`.'
  return `The new master key is in use, and ${rows} rows were re-encrypted${undecryptableNote(undecryptable)}. ${next}`
}

async function finish(config: Config): Promise<string> {
  const { rows, undecryptable } = await finishRotation(config)
  return `${rows} more rows were re-encrypted${undecryptableNote(undecryptable)}. The old master key opens nothing here any more.`
}

const undecryptableNote = (undecryptable: number) =>
  undecryptable > 0 ? `, ${undecryptable} did not open before either` : ''

async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    throw new BackupError(`The key for backups cannot be read from ${path} (${thrown.code}).`)
  })
  // age-keygen writes comments above the key.
  const line = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'))
  return line?.trim() ?? ''
}

const summary = ({ made, rows, tables, keys, erased, messages }: Restored) =>
  `${rows} rows in ${tables} tables of ${made}, ${keys} keys; erased since then and gone here too: ${erased} accounts, ${messages} messages`
