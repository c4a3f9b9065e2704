export type DecodedText = { text: string; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' }

/** The encoding that a byte order mark names (Unicode, 23.8). */
export function encodingOfMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/**
 * Decodes a text without losing a character: by its byte order mark, as UTF-8, or as windows-1252, in which every byte is a character.
 *
 * @returns undefined when it is damaged, or no text
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const marked = encodingOfMark(bytes)
  if (marked) return decodeAs(marked, bytes)
  if (bytes.includes(0)) {
    const guessed = guessUtf16(bytes)
    return guessed && decodeAs(guessed, bytes)
  }
  return decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes)
}

function decodeAs(encoding: DecodedText['encoding'], bytes: Uint8Array): DecodedText | undefined {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding }
  } catch {
    return undefined
  }
}

/** Without a mark, Western text in UTF-16 has a zero in nearly every second byte, and no zero character. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = bytes.length / 2
  if (bytes.length % 2 !== 0) return undefined
  if (even === 0 && odd > most / 2) return 'utf-16le'
  if (odd === 0 && even > most / 2) return 'utf-16be'
  return undefined
}
