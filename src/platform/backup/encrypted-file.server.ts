import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './problems.server.ts'

/**
 * Writes a new file, compressed and encrypted in the format of age (age-encryption.org/v1), and sees to it that it is on the disk.
 *
 * @param recipients who can open it: public keys, `age1…`
 * @throws when the file exists, or the disk is full
 */
export async function writeSealedFile(
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
    // Errors of the source reach whoever reads the stream that is made of it.
    source.once('error', (thrown) => gzip.destroy(thrown))
    source.pipe(gzip)
    const sealed = await encrypter.encrypt(webStream(gzip))
    for await (const part of sealed as unknown as AsyncIterable<Uint8Array>) await writeAll(file, part)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, part: Uint8Array): Promise<void> {
  for (let done = 0; done < part.length; ) done += (await file.write(part, done)).bytesWritten
}

/**
 * Reads such a file. What was changed or cut off does not come to its end without an error.
 *
 * @param identity what opens it: `AGE-SECRET-KEY-1…`
 * @throws BackupError when it cannot be opened with that, or is damaged
 */
export async function* readSealedFile(path: string, identity: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter()
  const wrong = (thrown: unknown) =>
    new BackupError(
      `${path} does not open (${thrown instanceof Error ? thrown.message : 'no reason given'}): it is damaged, or was made for another key.`,
    )
  try {
    decrypter.addIdentity(identity)
  } catch {
    throw new BackupError('That is no key for backups: it is one line that begins with AGE-SECRET-KEY-1.')
  }
  const file = createReadStream(path)
  try {
    const opened = await decrypter.decrypt(webStream(file))
    const plain = Readable.fromWeb(opened as Parameters<typeof Readable.fromWeb>[0])
    const gunzip = createGunzip()
    plain.once('error', (thrown) => gunzip.destroy(thrown))
    for await (const part of plain.pipe(gunzip)) yield part as Buffer
  } catch (thrown) {
    throw thrown instanceof BackupError ? thrown : wrong(thrown)
  } finally {
    file.destroy()
  }
}

/** The same stream; the types of Node and of browsers name it apart. */
const webStream = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
