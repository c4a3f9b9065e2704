/** A member of the outermost object; a member that is an array comes element by element. */
export type JsonPiece = { key: string; isElement: boolean; text: string }

/** What arrives is no JSON object, or ends too early. */
export class JsonStreamError extends Error {}

/** Characters of one element. The longest entry has 100,000, each in six. */
const longestPiece = 20_000_000

const [quote, backslash, colon, comma] = [34, 92, 58, 44]
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93]

/**
 * Splits a JSON object that arrives in chunks, so that a large file neither fills the memory nor stops the page. It finds only the
 * borders: each piece is still to be parsed.
 *
 * @param onPiece gets each member, or element of a member that is an array
 * @returns `push` and `end`, which throw JsonStreamError
 */
export function createJsonSplitter(onPiece: (piece: JsonPiece) => void) {
  let depth = 0
  let isInString = false
  let isEscaped = false
  let isInList = false
  let expectsKey = true
  let hasEnded = false
  let key = ''
  let text = ''

  function finish(isElement: boolean, mayBeEmpty: boolean) {
    const piece = text.trim()
    text = ''
    if (piece !== '') onPiece({ key, isElement, text: piece })
    else if (!mayBeEmpty) throw new JsonStreamError('a value is missing')
  }

  function push(chunk: string) {
    let from = 0
    const take = (to: number) => {
      text += chunk.slice(from, to)
      from = to + 1
    }
    for (let index = 0; index < chunk.length; index++) {
      const code = chunk.charCodeAt(index)
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (code === backslash) isEscaped = true
        else if (code === quote) isInString = false
      } else if (code === quote) {
        isInString = true
      } else if (code === openBrace || code === openBracket) {
        depth++
        if (depth === 1) {
          take(index)
          if (code !== openBrace || hasEnded || text.trim() !== '') throw new JsonStreamError('no object')
          text = ''
        } else if (depth === 2 && code === openBracket && !expectsKey && isBlank(text, chunk, from, index)) {
          isInList = true
          take(index)
          text = ''
        }
      } else if (code === closeBrace || code === closeBracket) {
        if (depth === 1) {
          take(index)
          finish(false, true)
          hasEnded = true
        } else if (depth === 2 && isInList) {
          take(index)
          finish(true, true)
          isInList = false
        }
        depth--
        if (depth < 0) throw new JsonStreamError('it closes what is not open')
      } else if (code === colon && depth === 1 && expectsKey) {
        take(index)
        key = parseKey(text)
        text = ''
        expectsKey = false
      } else if (code === comma && depth === 1) {
        take(index)
        finish(false, true)
        expectsKey = true
      } else if (code === comma && depth === 2 && isInList) {
        take(index)
        finish(true, false)
      }
    }
    text += chunk.slice(from)
    if (text.length > longestPiece) throw new JsonStreamError('a value is too long')
  }

  function end() {
    if (!hasEnded || depth !== 0 || text.trim() !== '') throw new JsonStreamError('it ends too early')
  }
  return { push, end }
}

const isBlank = (text: string, chunk: string, from: number, to: number) =>
  `${text}${chunk.slice(from, to)}`.trim() === ''

function parseKey(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    throw new JsonStreamError('a name is no string')
  }
}
