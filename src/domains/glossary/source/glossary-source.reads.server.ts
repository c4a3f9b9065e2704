import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding, SourceTerm } from './glossary-source.contract.ts'
import { type ParsedTerm, parseTermFile } from './term-file.rules.ts'

const maxBytes = 65_536

/** Far below any system's limit on open files. */
const concurrency = 32

const findingLimit = 10

/**
 * Reads every term file; misplaced, invalid and unreadable files are findings. Never follows symbolic links,
 * so nothing outside the folder can be published.
 */
export async function readGlossarySource(
  folder: string,
): Promise<{ terms: SourceTerm[]; findings: Finding[] }> {
  const { files, findings } = await listFiles(folder)
  const parsed: ParsedTerm[] = []
  let next = 0
  const worker = async () => {
    for (let file = files[next]; file !== undefined; file = files[next]) {
      const index = next++
      parsed[index] = await readTermFile(file)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const terms = parsed.flatMap((each) => ('term' in each ? [each.term] : []))
  const all = [...findings, ...parsed.flatMap((each) => ('findings' in each ? each.findings : []))]
  all.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)))
  return { terms, findings: all }
}

/** Formats at most ten findings as lines. */
export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings
    .slice(0, findingLimit)
    .map(({ file, line, message }) => `${file}${line === undefined ? '' : `:${line}`} ${message}`)
  const more = findings.length - lines.length
  return (more > 0 ? [...lines, `and ${more} more`] : lines).join('\n')
}

async function listFiles(folder: string): Promise<{ files: string[]; findings: Finding[] }> {
  const files: string[] = []
  const findings: Finding[] = []
  const list = async (path: string, checkEntry: (entry: Dirent) => string | undefined) => {
    const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      findings.push({
        file: path,
        message: `The folder cannot be read (${errorCode(error)}): put it there, readable.`,
      })
      return []
    })
    const accepted: string[] = []
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      // macOS Finder creates these files.
      if (entry.name === '.DS_Store') continue
      const file = join(path, entry.name)
      const message = entry.isSymbolicLink()
        ? 'Links are not followed: put here what it leads to.'
        : checkEntry(entry)
      if (message) findings.push({ file, message })
      else accepted.push(file)
    }
    return accepted
  }
  for (const letter of await list(folder, folderProblem)) files.push(...(await list(letter, fileProblem)))
  return { files, findings }
}

function folderProblem(entry: Dirent): string | undefined {
  if (!entry.isDirectory())
    return 'Terms stand in the folder of their first letter: move it there or remove it.'
  if (!/^[a-z0-9]$/.test(entry.name))
    return 'A folder here is named by one letter or figure: rename or remove it.'
}

function fileProblem(entry: Dirent): string | undefined {
  if (!entry.isFile()) return 'Only term files stand here: remove it.'
  if (!/^[a-z0-9-]+\.yaml$/.test(entry.name)) return 'A term file is named <slug>.yaml: rename or remove it.'
}

async function readTermFile(file: string): Promise<ParsedTerm> {
  const only = (message: string): ParsedTerm => ({ findings: [{ file, message }] })
  let bytes: Buffer
  try {
    const { size } = await lstat(file)
    if (size > maxBytes)
      return only(`The file has ${size} bytes, and 64 kB is the most: a term is far shorter, cut it.`)
    bytes = await readFile(file)
  } catch (error) {
    return only(`The file cannot be read (${errorCode(error)}): let us read it, or remove it.`)
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return only('The file is not UTF-8 text: save it as UTF-8.')
  }
  return parseTermFile(file, text)
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
