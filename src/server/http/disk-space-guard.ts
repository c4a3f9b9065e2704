import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { MiddlewareHandler } from 'hono'
import { problemResponse } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.server.ts'
import { diskFull } from '../../platform/messages.en.yaml'

/** Bytes, four WAL segments. PostgreSQL stops if it cannot write one, and cannot start for reads. */
const reservedBytes = 64 * 1024 * 1024
/** It also stops without inodes. */
const reservedFiles = 256
/** Milliseconds. */
const pollInterval = 2_000

/** Reads, sign-in and Quick Hide keep the space they need. */
export async function watchDiskSpace(
  folder: string,
  log: Log,
): Promise<{ isLow(): boolean; stop(): Promise<void> }> {
  let low = false
  const check = async () => {
    const wasLow = low
    low = isBelowReserve(await statfs(folder))
    if (low && !wasLow) log.error('the disk is full: until there is room nothing new is taken')
    if (!low && wasLow) log.info('there is room on the disk again')
  }
  // PostgreSQL will report the problem.
  const poll = () => check().catch(() => {})
  await poll()
  const timer = setInterval(poll, pollInterval)
  return { isLow: () => low, stop: async () => clearInterval(timer) }
}

/** `files` is 0 on a file system that does not count inodes. */
export const isBelowReserve = (disk: Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>): boolean =>
  disk.bavail * disk.bsize < reservedBytes || (disk.files > 0 && disk.ffree < reservedFiles)

const writeMethods = new Set(['POST', 'PUT', 'PATCH'])
/** Pages reject their forms themselves, and return the text (`isDiskLow`). */
const apiPath = /^\/api(?:\/|$)/

/** Rejects API writes while the disk is nearly full. */
export const rejectWritesWhenDiskFull =
  (isLow: () => boolean): MiddlewareHandler =>
  async ({ req: { method, path } }, next) =>
    writeMethods.has(method) && isLow() && apiPath.test(path)
      ? problemResponse('unavailable', diskFull(), { 'Retry-After': '60' })
      : next()
