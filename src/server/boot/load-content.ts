import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Samples } from '../../domains/demo/demo.contract.ts'
import { namedTerms } from '../../domains/demo/demo.rules.ts'
import { readSamples } from '../../domains/demo/demo-source.reads.server.ts'
import type { Site } from '../../domains/editorial/editorial.contract.ts'
import { readEditorial } from '../../domains/editorial/editorial.reads.server.ts'
import type {
  Finding,
  SourceTerm,
  TermOfFile,
} from '../../domains/glossary/source/glossary-source.contract.ts'
import {
  describeFindings,
  readGlossarySource,
} from '../../domains/glossary/source/glossary-source.reads.server.ts'
import { structuralFindings } from '../../domains/glossary/source/glossary-source.rules.ts'
import { UserFacingError } from '../../platform/user-facing-error.ts'
import { contentFile, project } from '../build/fingerprint.js'

const contentFolder = join(project, 'content')

export type Content = { terms: TermOfFile[]; site: Site; samples: Samples }

/**
 * @throws UserFacingError with file, line and what to do when a file of `content/` cannot be used: a broken word list stops the start, never
 * half of it shows
 */
export async function readContent(folder = contentFolder): Promise<Content> {
  const [{ terms, findings }, site, samples] = await Promise.all([
    readGlossarySource(join(folder, 'glossary')),
    readEditorial(folder),
    readSamples(join(folder, 'demo.yaml')).catch(String),
  ])
  const all = [...findings, ...site.findings, ...unusable(samples)]
  // Where a file is broken its term is missing, and what refers to it would be blamed.
  if (all.length === 0)
    all.push(...structuralFindings(terms), ...strangers(terms, site.site), ...unknown(terms, samples))
  if (all.length > 0 || !site.site || typeof samples === 'string')
    throw new UserFacingError(describeFindings(all))
  return { terms: terms.map(({ file: _, lines: __, ...term }) => term), site: site.site, samples }
}

/**
 * Keeps the content with a build, so that the next start need not read 700 files. A folder that may not be written keeps nothing.
 *
 * @param prefix `contentPrefix()` from before the content was read: a change made meanwhile is noticed at the next start
 * @returns the content as JSON, as `readFreshContent` returns it
 */
export async function writeContentCache(folder: string, prefix: string, content: Content): Promise<string> {
  const json = prefix + JSON.stringify(content).slice(1)
  const file = contentFile(folder)
  // Whole or not at all: another start may be reading it.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, json)
    .then(() => rename(unfinished, file))
    .catch(() => rm(unfinished, { force: true }))
    .catch(() => {})
  return json
}

const demoFile = 'content/demo.yaml'

/** @param samples what is wrong with the file, where it cannot be read */
const unusable = (samples: Samples | string): Finding[] =>
  typeof samples === 'string' ? [{ file: demoFile, message: samples }] : []

/** Terms of the demo that the glossary does not have. */
function unknown(terms: SourceTerm[], samples: Samples | string): Finding[] {
  if (typeof samples === 'string') return []
  const slugs = new Set(terms.map((term) => term.slug))
  return namedTerms(samples)
    .filter((slug) => !slugs.has(slug))
    .map((slug) => ({ file: demoFile, message: `"${slug}" is no term: write the address of a term.` }))
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
