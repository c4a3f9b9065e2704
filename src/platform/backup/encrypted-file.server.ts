import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './problems.server.ts'

/** Writes and syncs a new encrypted file (age-encryption.org/v1). */
export async function writeEncryptedFile(
  path: string,
  recipients: readonly string[],
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const file = await open(path, 'wx', 0o600)
  try {
    const gzip = createGzip({ level: 6 })
    const source = Readable.from(content)
    // `pipe` does not forward errors.
    source.once('error', (thrown) => gzip.destroy(thrown))
    source.pipe(gzip)
    const encrypted = await encrypter.encrypt(webStream(gzip))
    for await (const part of encrypted as unknown as AsyncIterable<Uint8Array>) await writeAll(file, part)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, part: Uint8Array): Promise<void> {
  for (let done = 0; done < part.length; ) done += (await file.write(part, done)).bytesWritten
}

/** Decrypts such a file. Throws before its end if it was changed or truncated. */
export async function* readEncryptedFile(path: string, identity: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
  } catch {
    throw new BackupError('That is no key for backups: it is one line that begins with AGE-SECRET-KEY-1.')
  }
  const file = createReadStream(path)
  try {
    const decrypted = await decrypter.decrypt(webStream(file))
    const plain = Readable.fromWeb(decrypted as Parameters<typeof Readable.fromWeb>[0])
    const gunzip = createGunzip()
    plain.once('error', (thrown) => gunzip.destroy(thrown))
    for await (const part of plain.pipe(gunzip)) yield part as Buffer
  } catch (thrown) {
    if (thrown instanceof BackupError) throw thrown
    throw new BackupError(
      `${path} does not open (${thrown instanceof Error ? thrown.message : 'no reason given'}): it is damaged, or was made for another key.`,
    )
  } finally {
    file.destroy()
  }
}

/** Node's and the DOM's types differ. */
const webStream = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
