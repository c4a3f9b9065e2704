import { contentLimit, draftLimit } from '../entries.rules.ts'
import { paddedSize } from '../keyring/envelope.rules.ts'

/** Six bytes for each code point, as `JSON.stringify` writes at most, and what else a document has; then the envelope's frame. */
const maxEnvelopeBytes = (codePoints: number) => paddedSize(6 * codePoints + 100_000) + 33

/** Of an envelope, in bytes. The server cannot count the characters inside. */
export const envelopeLimits = {
  entry: maxEnvelopeBytes(contentLimit),
  draft: maxEnvelopeBytes(draftLimit),
} as const

/** Of one request that moves rows between locks. */
export const moveLimits = { rows: 200, bytes: 2_000_000 } as const

const hour = 60 * 60 * 1000

/** The time of a locked row: rounded down to the hour. */
export const toHour = (time: Date): Date => new Date(Math.floor(time.getTime() / hour) * hour)
