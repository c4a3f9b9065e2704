/** A published list of script hashes, as script-hashes.ts writes it. */
export type ScriptList = {
  version: string
  /** SHA-256 in hexadecimal, by path below the origin. */
  files: Map<string, string>
  /** Names of inline scripts, styles and import maps, by hash as Content-Security-Policy writes it. */
  inline: Map<string, string>
}

const fileLine = /^([0-9a-f]{64}) [ *]((?:assets\/)?[\w.-]+)$/
const inlineLine = /^# (?:inline-script|import-map|inline-style): (sha256-[\w+/]{43}=) (.+)$/

/**
 * Reads a list, which may come from another server.
 * @throws Error naming the first line that is no comment and no hash of a file, or a path that is listed twice
 */
export function parseScriptList(text: string): ScriptList {
  const list: ScriptList = { version: '', files: new Map(), inline: new Map() }
  for (const line of text.split('\n')) {
    const [, hash, path] = fileLine.exec(line) ?? []
    const [, inlineHash, name] = inlineLine.exec(line) ?? []
    if (hash && path) {
      if (list.files.has(path)) throw new Error(`listed twice: ${path}`)
      list.files.set(path, hash)
    } else if (inlineHash && name) list.inline.set(inlineHash, name)
    else if (line.startsWith('# version: ')) list.version = line.slice('# version: '.length)
    else if (line && !line.startsWith('#')) throw new Error(`no hash of a file: ${line.slice(0, 200)}`)
  }
  if (list.files.size === 0) throw new Error('the list names no file')
  return list
}
