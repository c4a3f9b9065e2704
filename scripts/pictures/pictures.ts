import { join } from 'node:path'
import { readSamples } from '../../src/domains/demo/demo-source.reads.server.ts'
import { readGlossarySource } from '../../src/domains/glossary/source/glossary-source.reads.server.ts'
import { drawMindMap } from './mind-map.ts'
import { drawWordCloud } from './word-cloud.ts'

const project = join(import.meta.dirname, '..', '..')
const folder = join(project, 'src/domains/editorial/ui/assets/planned')

/** Draws the pictures by file path; deterministic. */
export async function drawPictures(): Promise<Record<string, string>> {
  const samples = await readSamples(join(project, 'content/demo.yaml'))
  const source = await readGlossarySource(join(project, 'content/glossary'))
  const terms = new Map(source.terms.map((term) => [term.slug, term]))
  return {
    [join(folder, 'word-cloud.svg')]: drawWordCloud(samples, terms),
    [join(folder, 'mind-map.svg')]: drawMindMap(samples, terms),
  }
}
