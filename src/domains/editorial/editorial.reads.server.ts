import { join } from 'node:path'
import { type Site, type SiteFile, siteSchema } from './editorial.contract.ts'
import { type Finding, readWords } from './editorial-source.reads.server.ts'
import { homeSchema } from './home.contract.ts'
import { resourcesSchema } from './resources.contract.ts'
import { type TextName, type TextPage, textNames, textSchema } from './texts.contract.ts'
import { interpolate } from './texts.rules.ts'

/**
 * @param file path of `site.yaml`
 * @returns the site, or what is wrong with the file, each with its line where it has one
 */
export async function readSite(file: string): Promise<{ site?: SiteFile; findings: Finding[] }> {
  const { words, findings } = await readWords(
    { file, name: 'content/site.yaml', whole: 'the site' },
    siteSchema,
  )
  return words ? { site: words, findings } : { findings }
}

/**
 * All words of the operator but the glossary: `site.yaml`, `home.yaml`, `resources.yaml`, `mission.yaml` and `policies/`.
 *
 * @param folder path of `content`
 * @returns them with the operator's facts filled in, or what is wrong in any of the files
 */
export async function readEditorial(folder: string): Promise<{ site?: Site; findings: Finding[] }> {
  const sourcePosition = (name: string, whole: string) => ({
    file: join(folder, name),
    name: `content/${name}`,
    whole,
  })
  const [{ site, findings }, resources, home, ...texts] = await Promise.all([
    readSite(join(folder, 'site.yaml')),
    readWords(sourcePosition('resources.yaml', 'the resources'), resourcesSchema),
    readWords(sourcePosition('home.yaml', 'the start page'), homeSchema),
    ...textNames.map((name) =>
      readWords(
        sourcePosition(name === 'mission' ? 'mission.yaml' : `policies/${name}.yaml`, 'a text'),
        textSchema,
      ),
    ),
  ])
  const all = [findings, resources.findings, home.findings, ...texts.map((text) => text.findings)].flat()
  if (all.length > 0 || !site || !resources.words || !home.words) return { findings: all }
  const facts = { name: site.name, ...site.operator }
  const pages = textNames.map((name, place) => [name, texts[place]?.words])
  const filled = interpolate(
    {
      texts: Object.fromEntries(pages) as Record<TextName, TextPage>,
      resources: resources.words,
      home: home.words,
    },
    facts,
  )
  return { site: { ...site, ...filled }, findings: [] }
}
