import { type Document, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { slugOf } from '../terms.rules.ts'
import { type Finding, type SourceTerm, termFileSchema } from './glossary-source.contract.ts'

/** What a file turned out to be: a term, or what keeps it from being one. */
export type ReadTerm = { term: SourceTerm } | { findings: Finding[] }

/** A file that is no YAML at all has a problem in every line; the first few say enough. */
const shownProblems = 5

/**
 * Reads the text of one term file. Hostile YAML comes to nothing: aliases are never expanded, and the parser reports nesting
 * that would exhaust the stack as it reports any error.
 *
 * @param file what findings call it
 * @param text as decoded; line ends of any system
 */
export function parseTermFile(file: string, text: string): ReadTerm {
  const control = /(?![\t\n\r])\p{Cc}/u.exec(text)
  if (control) {
    const line = text.slice(0, control.index).split('\n').length
    return {
      findings: [
        { file, line, message: 'A control sign that nobody can see stands here: type the line anew.' },
      ],
    }
  }
  const counter = new LineCounter()
  // The core schema of YAML 1.2 makes no dates, no booleans of `yes`, and no merges of `<<`.
  const document = parseDocument(text, {
    lineCounter: counter,
    schema: 'core',
    version: '1.2',
    prettyErrors: false,
  })
  const problems = [...document.errors, ...document.warnings]
  if (problems.length > 0) {
    const findings = problems.slice(0, shownProblems).map((problem) => ({
      file,
      line: counter.linePos(problem.pos[0]).line,
      message: `YAML cannot be read here: ${problem.message.replace(/\s+/g, ' ').replace(/\.$/, '')}; correct it.`,
    }))
    return { findings }
  }
  if (!isMap(document.contents)) {
    return {
      findings: [
        { file, line: 1, message: 'The file holds no fields: write term_name, type and the others.' },
      ],
    }
  }
  let raw: Record<string, unknown>
  try {
    raw = document.toJS({ maxAliasCount: 0 })
  } catch {
    return {
      findings: [{ file, message: 'Aliases of YAML (& and *) have no place in a term: write the text out.' }],
    }
  }
  return checkFields(file, raw, linesOf(document, counter))
}

function checkFields(file: string, raw: Record<string, unknown>, lines: Record<string, number>): ReadTerm {
  const parsed = termFileSchema.safeParse(raw)
  if (parsed.success) return { term: { ...parsed.data, slug: slugOf(parsed.data.term_name), file, lines } }
  const findingAt = (place: string, message: string): Finding => {
    const line = lines[place]
    return line === undefined ? { file, message } : { file, line, message }
  }
  // One finding a place: what is no list is also reported as a list too short.
  const issues = parsed.error.issues.filter(
    (issue, index, all) => all.findIndex((each) => each.path.join('.') === issue.path.join('.')) === index,
  )
  const findings = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        findingAt(key, `"${key}" is no field of a term: correct its spelling or remove it.`),
      )
    }
    const [field = '', item] = issue.path.map(String)
    if (item !== undefined) {
      return [findingAt(`${field}.${item}`, `Item ${Number(item) + 1} of "${field}" ${issue.message}.`)]
    }
    return [
      findingAt(
        field,
        raw[field] == null ? `"${field}" is missing: write it.` : `"${field}" ${issue.message}.`,
      ),
    ]
  })
  return { findings }
}

/** In which line each field and each item of a list begins. */
function linesOf(document: Document.Parsed, counter: LineCounter): Record<string, number> {
  // Without a prototype: the keys come from a file.
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
