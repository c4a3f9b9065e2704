import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { MiddlewareHandler } from 'hono'
import { noRoom, problemResponse } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.server.ts'

/**
 * Bytes that are left to PostgreSQL itself: four files of its log. One that finds no room for the next of them ends, and cannot even
 * be started to be read.
 */
const reserve = 64 * 1024 * 1024
/** And so many files: it ends in the same way where a disk with room holds no more of them. */
const filesReserve = 256
/** Milliseconds. */
const between = 2_000

/**
 * Watches the room on the disk that holds the data, so that writing ends in words while there is still enough for what reading,
 * signing in and leaving have to write.
 *
 * @param folder of the embedded PostgreSQL; another's disk is not ours to look at
 */
export async function watchDiskSpace(folder: string, log: Log): Promise<DiskMonitor> {
  let low = false
  const look = async () => {
    const now = isBelowReserve(await statfs(folder))
    if (now && !low) log.error('the disk is full: until there is room nothing new is taken')
    if (!now && low) log.info('there is room on the disk again')
    low = now
  }
  // What cannot be asked says nothing; PostgreSQL will say it.
  const again = () => void look().catch(() => {})
  await look().catch(() => {})
  const timer = setInterval(again, between)
  return { isLow: () => low, stop: async () => clearInterval(timer) }
}

/** @param disk `files` is 0 where it counts none */
export const isBelowReserve = ({ bavail, bsize, files, ffree }: DiskStats): boolean =>
  bavail * bsize < reserve || (files > 0 && ffree < filesReserve)

type DiskStats = Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>
type DiskMonitor = { isLow(): boolean; stop(): Promise<void> }

const changes = new Set(['POST', 'PUT', 'PATCH'])
/**
 * What people write by a script. Signing in, ending sessions, changing how an account opens and deleting take little or give back. A
 * form gives back with the words what was typed, which is in no browser any more: its page refuses (`isDiskLow`).
 */
const keepsText = /^\/api(?:\/|$)/

/** Refuses what would be kept, in words, before it is tried. */
export const rejectWritesWhenDiskFull =
  (isLow: () => boolean): MiddlewareHandler =>
  async ({ req: { method, path } }, next) =>
    changes.has(method) && isLow() && keepsText.test(path)
      ? problemResponse('unavailable', noRoom, { 'Retry-After': '60' })
      : next()
