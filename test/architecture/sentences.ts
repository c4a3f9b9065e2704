import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }

/** Attributes whose values nobody reads. */
const technical =
  /^(?:class(?:Name)?|id|name|type|href|rel|role|method|action|auto[A-Z]\w*|d|viewBox|fill|stroke\w*|data-.*|enterKeyHint|media|sizes|srcSet|as|form\w*|html[A-Z]\w*|value|kind|lang|dir|scope|width|height|key)$/
/** For developers and logs. */
const unseenCalls = /^(?:console\.\w+|(?:new )?\w*Error|invariant|assert\w*)$/

/** Two words of which the first begins with a capital, or a sentence's end. */
const sentence = /^[A-Z][\w’',-]*\s+[\w("“\0]|\w[.!?…]$/
const words = /[A-Za-z]{2}/
/** Names of products and the path of a picture. */
const sameInEveryLanguage = /^(?:Samsung Internet|\(UTC\)|M[\d. ]{3}.*)$/
/** In place of a value in a template. */
const value = '\0'

/**
 * Finds text for people in a component or script.
 *
 * @param code TypeScript, with JSX if the file's name ends in `x`
 * @returns the texts, which belong into a catalog of messages (docs/decisions/036)
 */
export function findSentences(code: string, file: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child)
      return
    }
    if (!isNode(node)) return
    if (/^(?:Import|Export(?:All|Named))/.test(node.type) && 'source' in node && node.source) return
    if (node.type === 'TSLiteralType') return
    if (/^(?:Call|New)Expression$/.test(node.type) && isUnseen(node, code)) return
    if (node.type === 'Property' && isNode(node.key)) {
      visit(node.value)
      return
    }
    if (node.type === 'JSXAttribute' && technical.test(textOf(node.name, code))) return
    const text = textIn(node)
    if (text !== undefined) found.push(text)
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, code).program)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const textOf = (node: unknown, code: string) =>
  isNode(node) ? code.slice(Number(node.start), Number(node.end)) : ''

const isUnseen = (call: Node, code: string) => unseenCalls.test(textOf(call.callee, code))

/** @returns the text of a node that is read by people; undefined for other nodes */
function textIn(node: Node): string | undefined {
  if (node.type === 'JSXText') return words.test(String(node.value)) ? shown(String(node.value)) : undefined
  if (node.type === 'JSXAttribute') {
    const { value } = node
    const text = isNode(value) && value.type === 'Literal' ? String(value.value) : ''
    return /^[A-Z][a-z]+$/.test(text) ? text : undefined
  }
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(value)
        : ''
  return sentence.test(text) && words.test(text) ? shown(text) : undefined
}

function shown(text: string): string | undefined {
  const tidy = text.trim().replaceAll(/\s+/g, ' ').replaceAll(value, '…')
  return sameInEveryLanguage.test(tidy) ? undefined : tidy
}
