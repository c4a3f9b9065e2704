import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { MiddlewareHandler } from 'hono'
import { diskFullMessage, problemResponse } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.server.ts'

/** Bytes for PostgreSQL itself: four WAL segments. If it cannot write the next one it stops, and cannot even start for reads. */
const reservedBytes = 64 * 1024 * 1024
/** PostgreSQL also stops when the file system has no inodes left. */
const reservedFiles = 256
/** Milliseconds. */
const pollInterval = 2_000

/**
 * Watches the disk that holds the data, so that writes are rejected while reads, sign-in and Quick Hide still have the space they need.
 *
 * @param folder of the embedded PostgreSQL
 */
export async function watchDiskSpace(folder: string, log: Log): Promise<DiskMonitor> {
  let low = false
  const check = async () => {
    const wasLow = low
    low = isBelowReserve(await statfs(folder))
    if (low && !wasLow) log.error('the disk is full: until there is room nothing new is taken')
    if (!low && wasLow) log.info('there is room on the disk again')
  }
  // A failing statfs is ignored: PostgreSQL will report the problem.
  const poll = () => check().catch(() => {})
  await poll()
  const timer = setInterval(poll, pollInterval)
  return { isLow: () => low, stop: async () => clearInterval(timer) }
}

/** @param disk `files` is 0 on a file system that does not count inodes */
export const isBelowReserve = ({ bavail, bsize, files, ffree }: DiskStats): boolean =>
  bavail * bsize < reservedBytes || (files > 0 && ffree < reservedFiles)

type DiskStats = Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>
type DiskMonitor = { isLow(): boolean; stop(): Promise<void> }

const writeMethods = new Set(['POST', 'PUT', 'PATCH'])
/**
 * Text that scripts send. Signing in or out, security settings and deletion need little space or free some. A form without JavaScript is
 * rejected by its own page (`isDiskLow`), which returns the text.
 */
const apiPath = /^\/api(?:\/|$)/

/** Rejects API writes with 503 while the disk is nearly full. */
export const rejectWritesWhenDiskFull =
  (isLow: () => boolean): MiddlewareHandler =>
  async ({ req: { method, path } }, next) =>
    writeMethods.has(method) && isLow() && apiPath.test(path)
      ? problemResponse('unavailable', diskFullMessage, { 'Retry-After': '60' })
      : next()
