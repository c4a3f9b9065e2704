import { stringify } from 'uuid'

/** Milliseconds that a UUID of version 7 has room for (RFC 9562, 5.7). */
const latest = 2 ** 48 - 1

/**
 * Derives an id, so that the same entry has the same id each time that it is read (docs/decisions/041).
 *
 * @param time milliseconds since 1970, the same on every device
 * @param source what tells the entry from others of that time
 * @returns a UUID of version 7 with 74 bits of SHA-256 in place of random ones
 */
export async function deriveId(time: number, source: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${time}\0${source}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
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
