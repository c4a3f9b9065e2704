import { decodeText } from './text-decoding.rules.ts'

/** One file of a ZIP archive, as its directory describes it. Nothing of it is believed that can be counted. */
export type ZipEntry = {
  name: string
  isEncrypted: boolean
  /** 0 is stored, 8 is deflate. */
  method: number
  crc: number
  packedSize: number
  size: number
  /** Of its local header. */
  offset: number
  /** Milliseconds since 1970; undefined where it is no date. */
  modified: number | undefined
}

export type ZipDirectory = { offset: number; size: number; count: number }

/** Bytes of the end of an archive that hold its last record with the longest comment (APPNOTE 4.3.16). */
export const tailLength = 22 + 0xffff + 20
export const zip64RecordLength = 56

const [endRecord, zip64Locator, zip64Record, directoryHeader] = [
  0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50,
]
const [overflow16, overflow32] = [0xffff, 0xffffffff]

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const uint64 = (view: DataView, at: number) =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32

/**
 * Finds the directory from the end of an archive.
 *
 * @param tail the last bytes, which begin at `start`
 * @returns where it is, or where a ZIP64 record says so; undefined for a cut archive
 */
export function findDirectory(
  tail: Uint8Array,
  start: number,
): (ZipDirectory & { end: number }) | { zip64At: number } | undefined {
  const view = viewOf(tail)
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== endRecord) continue
    if (at + 22 + view.getUint16(at + 20, true) !== tail.length) continue
    const count = view.getUint16(at + 10, true)
    const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)]
    if (count !== overflow16 && size !== overflow32 && offset !== overflow32)
      return { count, size, offset, end: start + at }
    if (at < 20 || view.getUint32(at - 20, true) !== zip64Locator)
      return { count, size, offset, end: start + at }
    return { zip64At: uint64(view, at - 12) }
  }
  return undefined
}

/** Reads the record that a large archive has instead (APPNOTE 4.3.14). */
export function readZip64Record(record: Uint8Array): ZipDirectory | undefined {
  if (record.length < zip64RecordLength) return undefined
  const view = viewOf(record)
  if (view.getUint32(0, true) !== zip64Record) return undefined
  return { count: uint64(view, 32), size: uint64(view, 40), offset: uint64(view, 48) }
}

/** Reads the directory. @returns undefined when it is damaged */
export function readDirectory(bytes: Uint8Array, count: number): ZipEntry[] | undefined {
  const view = viewOf(bytes)
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryHeader) return undefined
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number]
    const end = at + 46 + nameLength + extraLength + commentLength
    if (end > bytes.length) return undefined
    const nameBytes = bytes.subarray(at + 46, at + 46 + nameLength)
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const sizes = readSizes(view, at, extra)
    entries.push({
      name: decodeText(nameBytes)?.text ?? '\0',
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      modified: dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
      ...sizes,
    })
    at = end
  }
  return entries
}

/** Those that do not fit into 32 bits are in an extra field, in this order (APPNOTE 4.5.3). */
function readSizes(view: DataView, at: number, extra: Uint8Array) {
  const sizes = [24, 20, 42].map((field) => view.getUint32(at + field, true))
  const extraView = viewOf(extra)
  for (let field = 0; field + 4 <= extra.length; field += 4 + extraView.getUint16(field + 2, true)) {
    if (extraView.getUint16(field, true) !== 1) continue
    let place = field + 4
    for (const [index, size] of sizes.entries()) {
      if (size !== overflow32 || place + 8 > extra.length) continue
      sizes[index] = uint64(extraView, place)
      place += 8
    }
  }
  const [size = 0, packedSize = 0, offset = 0] = sizes
  return { size, packedSize, offset }
}

/** Local time in steps of two seconds. */
function dosTime(date: number, time: number): number | undefined {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31]
  if (month < 1 || month > 12 || day < 1) return undefined
  return new Date(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime()
}

/** An absolute path, or one that leaves its folder. We write no files, but such a name is no accident. */
export const isUnsafePath = (name: string): boolean =>
  /^(?:[\\/]|[A-Za-z]:)/.test(name) || name.includes('\0') || name.split(/[\\/]/).includes('..')
