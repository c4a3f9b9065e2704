import { join } from 'node:path'
import { readSite } from '../domains/editorial/reads.server.ts'
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
  const all = [...findings, ...structuralFindings(terms), ...site.findings]
  if (all.length > 0 || !site.site) throw new ContentError(describeFindings(all))
  return { terms, site: site.site }
}
