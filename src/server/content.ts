import { join } from 'node:path'
import type { Site } from '../domains/editorial/contract.ts'
import { readSite } from '../domains/editorial/reads.server.ts'
import type { Finding, SourceTerm } from '../domains/glossary/source/contract.ts'
import { describeFindings, readGlossarySource } from '../domains/glossary/source/reads.server.ts'
import { structuralFindings } from '../domains/glossary/source/rules.ts'

/** The folder of words, beside `src`. */
const contentFolder = join(import.meta.dirname, '..', '..', 'content')

/** A mistake in `content/`: file, line and what to do. */
export class ContentError extends Error {}

/** @throws ContentError when a file of `content/` cannot be used: a broken word list stops the start, never half of it shows */
export async function readContent(folder = contentFolder) {
  const [{ terms, findings }, site] = await Promise.all([
    readGlossarySource(join(folder, 'glossary')),
    readSite(join(folder, 'site.yaml')),
  ])
  const all = [...findings, ...site.findings]
  // Where a file is broken its term is missing, and what refers to it would be blamed.
  if (all.length === 0) all.push(...structuralFindings(terms), ...strangers(terms, site.site))
  if (all.length > 0 || !site.site) throw new ContentError(describeFindings(all))
  return { terms, site: site.site }
}

/** Names on the start page that are no term's. */
function strangers(terms: SourceTerm[], site: Site | undefined): Finding[] {
  const names = new Set(terms.map((term) => term.term_name))
  return (site?.first_words ?? [])
    .filter((name) => !names.has(name))
    .map((name) => ({
      file: 'content/site.yaml',
      message: `first_words: "${name}" is no term's name: write the name of a term.`,
    }))
}
