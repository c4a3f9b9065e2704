import type { ChildProcess } from 'node:child_process'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Node options with which `heapSnapshot` works. */
export const heapOptions = (folder: string) => ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`]

/** Has a process write a snapshot of its heap. @returns the file's bytes */
export async function heapSnapshot(child: ChildProcess, folder: string): Promise<Buffer> {
  child.kill('SIGUSR2')
  let size = -1
  const written = async () => {
    const name = (await readdir(folder)).find((name) => name.endsWith('.heapsnapshot'))
    const before = size
    size = name ? (await stat(join(folder, name))).size : -1
    return size > 0 && size === before
  }
  await expect.poll(written, { timeout: 60_000, interval: 1_000 }).toBe(true)
  const [name = ''] = (await readdir(folder)).filter((name) => name.endsWith('.heapsnapshot'))
  return readFile(join(folder, name))
}

/** Much of a process is reserved and never used. */
const blockBytes = 64 * 1024
const zeros = Buffer.alloc(blockBytes)

/**
 * Reads the memory that a process can write to, which includes what is freed but not overwritten (Linux). Blocks of zeros are left out, and
 * what is around them comes as one piece.
 */
export async function* processMemory(child: ChildProcess): AsyncGenerator<Buffer> {
  const maps = await readFile(`/proc/${child.pid}/maps`, 'latin1')
  const memory = await open(`/proc/${child.pid}/mem`, 'r')
  try {
    for (const line of maps.split('\n')) {
      const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (!from || line.includes('[vvar]')) continue
      const end = Number.parseInt(to, 16)
      let used: Buffer[] = []
      for (let at = Number.parseInt(from, 16); at < end; at += blockBytes) {
        const bytes = Buffer.alloc(Math.min(blockBytes, end - at))
        const { bytesRead } = await memory
          .read(bytes, 0, bytes.length, at)
          // A region may be gone.
          .catch(() => ({ bytesRead: 0 }))
        const block = bytes.subarray(0, bytesRead)
        if (!block.equals(zeros.subarray(0, block.length))) used.push(block)
        else if (used.length > 0) {
          yield Buffer.concat(used)
          used = []
        }
      }
      if (used.length > 0) yield Buffer.concat(used)
    }
  } finally {
    await memory.close()
  }
}
