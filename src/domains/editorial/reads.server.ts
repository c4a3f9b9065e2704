import { readFile } from 'node:fs/promises'
import { LineCounter, parseDocument } from 'yaml'
import { type Site, siteSchema } from './contract.ts'

type Finding = { file: string; line?: number; message: string }

/**
 * @param file path of `site.yaml`
 * @returns the site, or what is wrong with the file, each with its line where it has one
 */
export async function readSite(file: string): Promise<{ site?: Site; findings: Finding[] }> {
  const name = 'content/site.yaml'
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    return { findings: [{ file: name, message: 'This file cannot be read: put it back.' }] }
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
  const parsed = siteSchema.safeParse(document.toJS())
  if (parsed.success) return { site: parsed.data, findings: [] }
  return {
    findings: parsed.error.issues.map((issue) => {
      const node = document.getIn(issue.path as string[], true) as
        | { range?: [number, number, number] }
        | undefined
      return {
        file: name,
        ...(node?.range ? { line: lines.linePos(node.range[0]).line } : {}),
        message: `${issue.path.join('.') || 'The file'}: ${issue.message}.`,
      }
    }),
  }
}
