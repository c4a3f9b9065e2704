import { readFile } from 'node:fs/promises'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

export type Finding = { file: string; line?: number; message: string }

/** Reads and validates a YAML file of the operator. @param name the path in findings */
export async function readContentFile<T>(
  { file, name, subject }: { file: string; name: string; subject: string },
  schema: z.ZodType<T>,
): Promise<{ content?: T; findings: Finding[] }> {
  const only = (message: string) => ({ findings: [{ file: name, message }] })
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    return only('This file cannot be read: put it back.')
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  if (document.errors.length > 0) {
    return {
      findings: document.errors.map((error) => ({
        file: name,
        line: lines.linePos(error.pos[0]).line,
        message: `This is not valid YAML (${error.code}): mend the line.`,
      })),
    }
  }
  let raw: unknown
  try {
    raw = document.toJS({ maxAliasCount: 0 })
  } catch {
    return only('Aliases of YAML (& and *) have no place here: write the text out.')
  }
  const parsed = schema.safeParse(raw, { reportInput: true })
  if (parsed.success) return { content: parsed.data, findings: [] }
  const lineOf = (path: PropertyKey[]) => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
    return node?.range && path.length > 0 ? { line: lines.linePos(node.range[0]).line } : {}
  }
  // A wrong type may also be reported as too short.
  const issues = parsed.error.issues.filter(
    (issue, index, all) => all.findIndex((each) => each.path.join('.') === issue.path.join('.')) === index,
  )
  return {
    findings: issues.flatMap((issue) => {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
      if (unknown.length === 0) return { file: name, ...lineOf(issue.path), message: describe(issue) }
      return unknown.map((key) => ({
        file: name,
        ...lineOf([...issue.path, key]),
        message: `"${key}" is no field of ${subject}: correct its spelling or take it out.`,
      }))
    }),
  }
}

function describe({ path, message, input }: z.core.$ZodIssue): string {
  if (path.length === 0) return 'The file holds no fields: put it back as it was.'
  const field = path.join('.')
  if (input === undefined) return `"${field}" is missing: write it.`
  const reason = message.startsWith('must')
    ? message
    : `cannot be used (${message.replace(/^Invalid (input: )?/, '')})`
  return `"${field}" ${reason}: correct it.`
}
