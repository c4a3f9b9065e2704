import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a message to DATA_DIR/outbox atomically, for our own user only. */
export async function writeToOutbox(
  dataDir: string,
  message: Parameters<typeof writeFile>[1],
  extension: string,
): Promise<void> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const name = join(folder, `${time}-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(`${name}.part`, message, { flag: 'wx', mode: 0o600, flush: true })
    await rename(`${name}.part`, `${name}.${extension}`)
  } catch (thrown) {
    await rm(`${name}.part`, { force: true })
    throw thrown
  }
}
