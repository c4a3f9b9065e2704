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

/** Reads and validates `content/`. @throws UserFacingError with file, line and what to do */
export async function readContent(folder = contentFolder): Promise<Content> {
  const [{ terms, findings }, site, samples] = await Promise.all([
    readGlossarySource(join(folder, 'glossary')),
    readEditorial(folder),
    readSamples(join(folder, 'demo.yaml')).catch(String),
  ])
  const invalid = [...findings, ...site.findings]
  if (typeof samples === 'string') invalid.push({ file: demoFile, message: samples })
  // Before references are checked: those to the term of an invalid file would be reported wrongly.
  if (invalid.length > 0 || !site.site || typeof samples === 'string')
    throw new UserFacingError(describeFindings(invalid))
  const unknown = [
    ...structuralFindings(terms),
    ...unknownFirstWords(terms, site.site),
    ...unknownDemoTerms(terms, samples),
  ]
  if (unknown.length > 0) throw new UserFacingError(describeFindings(unknown))
  return { terms: terms.map(({ file: _, lineNumbers: __, ...term }) => term), site: site.site, samples }
}

/** Stores the content with a build, and returns it as JSON. @param prefix from before the content was read */
export async function writeContentCache(folder: string, prefix: string, content: Content): Promise<string> {
  const json = prefix + JSON.stringify(content).slice(1)
  const file = contentFile(folder)
  // Another start may be reading it.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, json)
    .then(() => rename(unfinished, file))
    .catch(() => rm(unfinished, { force: true }))
    .catch(() => {})
  return json
}

const demoFile = 'content/demo.yaml'

function unknownDemoTerms(terms: SourceTerm[], samples: Samples): Finding[] {
  const slugs = new Set(terms.map((term) => term.slug))
  return namedTerms(samples)
    .filter((slug) => !slugs.has(slug))
    .map((slug) => ({ file: demoFile, message: `"${slug}" is no term: write the address of a term.` }))
}

/** On the home page. */
function unknownFirstWords(terms: SourceTerm[], site: Site): Finding[] {
  const names = new Set(terms.map((term) => term.term_name))
  return site.first_words
    .filter((name) => !names.has(name))
    .map((name) => ({
      file: 'content/site.yaml',
      message: `first_words: "${name}" is no term's name: write the name of a term.`,
    }))
}
