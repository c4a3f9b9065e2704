import { Inflate } from 'fflate'
import * as messages from './messages.en.yaml'
import {
  findDirectory,
  readDirectory,
  readZip64Record,
  tailLength,
  type ZipEntry,
  zip64RecordLength,
} from './zip-directory.rules.ts'

/** A file that cannot be read, or not further; the message is a sentence for the person. */
export class UnreadableFileError extends Error {}

/** Of an archive whose bytes are not what its directory says: nothing of the file can be trusted. */
export class DamagedFileError extends UnreadableFileError {}

/** What is unpacked so far of an archive. */
export type Budget = { bytesLeft: number; megabytes: number }

const mostEntries = 100_000
const mostDirectoryBytes = 50_000_000
/** Deflate unpacks a byte to at most 1,032, so no step fills the memory. */
const stepBytes = 16 * 1024

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer())
const damaged = () => new DamagedFileError(messages.cutZip())

/** Reads only the directory of a ZIP archive. @throws UnreadableFileError */
export async function readZipDirectory(file: Blob): Promise<ZipEntry[]> {
  const start = Math.max(0, file.size - tailLength)
  const found = findDirectory(await bytesOf(file.slice(start)), start)
  if (!found) throw damaged()
  const directory =
    'zip64At' in found
      ? readZip64Record(await bytesOf(file.slice(found.zip64At, found.zip64At + zip64RecordLength)))
      : found
  if (!directory) throw damaged()
  const { count, size } = directory
  // Some archives have a program in front, and then all offsets are too small.
  const shift = 'end' in found ? found.end - size - directory.offset : 0
  const from = directory.offset + shift
  if (shift < 0 || from + size > file.size) throw damaged()
  if (count > mostEntries || size > mostDirectoryBytes)
    throw new UnreadableFileError(messages.tooManyInside())
  const entries = readDirectory(await bytesOf(file.slice(from, from + size)), count)
  if (!entries) throw damaged()
  return entries.map((entry) => ({ ...entry, offset: entry.offset + shift }))
}

/** Unpacks one file of an archive in chunks. @throws UnreadableFileError, also when the budget is used up */
export async function* unpack(file: Blob, entry: ZipEntry, budget: Budget): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) throw new UnreadableFileError(messages.lockedZip())
  if (entry.method !== 0 && entry.method !== 8) throw new UnreadableFileError(messages.unknownPacking())
  const header = await bytesOf(file.slice(entry.offset, entry.offset + 30))
  const view = new DataView(header.buffer)
  if (header.length < 30 || view.getUint32(0, true) !== 0x04034b50) throw damaged()
  const from = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
  const end = from + entry.packedSize
  if (end > file.size) throw damaged()
  let [crc, size] = [0xffffffff, 0]
  for await (const chunk of inflate(file, { from, end, isStored: entry.method === 0 })) {
    size += chunk.length
    budget.bytesLeft -= chunk.length
    if (budget.bytesLeft < 0) throw new UnreadableFileError(messages.tooMuch({ megabytes: budget.megabytes }))
    crc = addToCrc(crc, chunk)
    yield chunk
  }
  if (~crc >>> 0 !== entry.crc || size !== entry.size) throw damaged()
}

async function* inflate(
  file: Blob,
  { from, end, isStored }: { from: number; end: number; isStored: boolean },
) {
  const unpacked: Uint8Array[] = []
  const inflater = new Inflate((chunk) => unpacked.push(chunk))
  for (let at = from; at < end; at += stepBytes) {
    const chunk = await bytesOf(file.slice(at, Math.min(at + stepBytes, end)))
    if (isStored) {
      yield chunk
      continue
    }
    try {
      inflater.push(chunk, at + stepBytes >= end)
    } catch {
      throw damaged()
    }
    yield* unpacked.splice(0)
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 (ISO 3309), which fflate does not check. */
function addToCrc(start: number, bytes: Uint8Array): number {
  let crc = start
  for (const byte of bytes) crc = Number(crcTable[(crc ^ byte) & 0xff]) ^ (crc >>> 8)
  return crc
}
