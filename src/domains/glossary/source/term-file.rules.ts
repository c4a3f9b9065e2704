import { type Document, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { slugOf } from '../terms.rules.ts'
import { type Finding, type SourceTerm, termFileSchema } from './glossary-source.contract.ts'

export type ParsedTerm = { term: SourceTerm } | { findings: Finding[] }

/** A file that is not YAML has one in every line. */
const problemLimit = 5

/** Parses a term file. Never expands YAML aliases; too deep nesting is an error like any other. */
export function parseTermFile(file: string, text: string): ParsedTerm {
  const control = /(?![\t\n\r])\p{Cc}/u.exec(text)
  if (control) {
    const line = text.slice(0, control.index).split('\n').length
    return only({ file, line, message: 'This line contains an invisible control character: type it again.' })
  }
  const counter = new LineCounter()
  // No dates, no `yes` as a boolean, no `<<` merges.
  const document = parseDocument(text, {
    lineCounter: counter,
    schema: 'core',
    version: '1.2',
    prettyErrors: false,
  })
  const problems = [...document.errors, ...document.warnings]
  if (problems.length > 0) {
    const findings = problems.slice(0, problemLimit).map((problem) => ({
      file,
      line: counter.linePos(problem.pos[0]).line,
      message: `YAML cannot be read here: ${problem.message.replace(/\s+/g, ' ').replace(/\.$/, '')}; correct it.`,
    }))
    return { findings }
  }
  if (!isMap(document.contents))
    return only({ file, line: 1, message: 'The file holds no fields: write term_name, type and the others.' })
  let raw: Record<string, unknown>
  try {
    raw = document.toJS({ maxAliasCount: 0 })
  } catch {
    return only({ file, message: 'Aliases of YAML (& and *) have no place in a term: write the text out.' })
  }
  return checkFields(file, raw, linesOf(document, counter))
}

const only = (finding: Finding): ParsedTerm => ({ findings: [finding] })

function checkFields(
  file: string,
  raw: Record<string, unknown>,
  lineNumbers: Record<string, number>,
): ParsedTerm {
  const parsed = termFileSchema.safeParse(raw)
  if (parsed.success)
    return { term: { ...parsed.data, slug: slugOf(parsed.data.term_name), file, lineNumbers } }
  const findingAt = (path: string, message: string): Finding => {
    const line = lineNumbers[path]
    return line === undefined ? { file, message } : { file, line, message }
  }
  // A non-list is also reported as too short.
  const issues = parsed.error.issues.filter(
    (issue, index, all) => all.findIndex((each) => each.path.join('.') === issue.path.join('.')) === index,
  )
  const findings = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const [field, item] = issue.path.map(String)
      return issue.keys.map((key) =>
        findingAt(
          item === undefined ? key : `${field}.${item}`,
          `"${key}" is no field of a term: correct its spelling or remove it.`,
        ),
      )
    }
    const [field = '', item, part] = issue.path.map(String)
    if (item !== undefined) {
      const name = `${part === undefined ? 'Item' : `"${part}" of item`} ${Number(item) + 1} of "${field}"`
      return [findingAt(`${field}.${item}`, `${name} ${issue.message}.`)]
    }
    return [findingAt(field, `"${field}" ${raw[field] == null ? 'is missing: write it' : issue.message}.`)]
  })
  return { findings }
}

function linesOf(document: Document.Parsed, counter: LineCounter): Record<string, number> {
  // No prototype: the keys are untrusted.
  const lines: Record<string, number> = Object.create(null)
  if (!isMap(document.contents)) return lines
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key)) continue
    lines[String(key.value)] = counter.linePos(key.range?.[0] ?? 0).line
    if (!isCollection(value)) continue
    for (const [index, item] of value.items.entries()) {
      if (isNode(item)) lines[`${key.value}.${index}`] = counter.linePos(item.range?.[0] ?? 0).line
    }
  }
  return lines
}
