import { stringify } from 'uuid'

/** Milliseconds that a UUID of version 7 has room for (RFC 9562, 5.7). */
const latest = 2 ** 48 - 1

/** @param time milliseconds since 1970, the same on every device @param source tells the entry from others of that time */
export type DeriveId = (time: number, source: string) => Promise<string>

/**
 * Derives an id, so that the same entry has the same id each time that it is read (docs/decisions/041): a UUID of version 7 with 74 bits
 * of SHA-256 in place of random ones.
 */
export const deriveId: DeriveId = async (time, source) =>
  toId(time, await crypto.subtle.digest('SHA-256', textOf(time, source)))

const hour = 60 * 60_000

/**
 * Derives ids for a locked journal. The server could guess a text and test its hash, so HMAC-SHA-256 takes its place, and the id has only
 * the hour.
 *
 * @param key HMAC, of the lock
 */
export const deriveLockedId =
  (key: CryptoKey): DeriveId =>
  async (time, source) =>
    toId(Math.floor(time / hour) * hour, await crypto.subtle.sign('HMAC', key, textOf(time, source)))

const textOf = (time: number, source: string) => new TextEncoder().encode(`${time}\0${source}`)

function toId(time: number, digest: ArrayBuffer): string {
  const hash = new Uint8Array(digest)
  const id = new Uint8Array(16)
  let rest = Math.min(Math.max(Math.floor(time), 0), latest)
  for (let index = 5; index >= 0; index--) {
    id[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  id.set(hash.subarray(0, 10), 6)
  id[6] = 0x70 | (Number(hash[0]) & 0x0f)
  id[8] = 0x80 | (Number(hash[2]) & 0x3f)
  return stringify(id)
}
