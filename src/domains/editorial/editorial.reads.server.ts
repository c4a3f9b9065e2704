import { join } from 'node:path'
import { helpLinesByNeedSchema } from '../crisis/help-lines-by-need.contract.ts'
import { helpLinesSchema } from '../crisis/help-lines-file.contract.ts'
import { type Site, type SiteFile, siteSchema } from './editorial.contract.ts'
import { type Finding, readContentFile } from './editorial-source.reads.server.ts'
import { homeSchema } from './home.contract.ts'
import { resourcesSchema } from './resources.contract.ts'
import { type TextName, type TextPage, textNames, textSchema } from './texts.contract.ts'
import { interpolate } from './texts.rules.ts'

/** Reads `site.yaml`, or says what is wrong with it. */
export async function readSite(file: string): Promise<{ site?: SiteFile; findings: Finding[] }> {
  const { content, findings } = await readContentFile(
    { file, name: 'content/site.yaml', subject: 'the site' },
    siteSchema,
  )
  return content ? { site: content, findings } : { findings }
}

/** Reads the operator's content but the glossary, with its facts filled in, or says what is wrong. */
export async function readEditorial(folder: string): Promise<{ site?: Site; findings: Finding[] }> {
  const source = (name: string, subject: string) => ({
    file: join(folder, name),
    name: `content/${name}`,
    subject,
  })
  const [{ site, findings }, resources, helpLines, home, ...texts] = await Promise.all([
    readSite(join(folder, 'site.yaml')),
    readContentFile(source('resources.yaml', 'the resources'), resourcesSchema),
    readContentFile(source('help-lines.yaml', 'the help lines'), helpLinesSchema),
    readContentFile(source('home.yaml', 'the start page'), homeSchema),
    ...textNames.map((name) =>
      readContentFile(
        source(name === 'mission' ? 'mission.yaml' : `policies/${name}.yaml`, 'a text'),
        textSchema,
      ),
    ),
  ])
  const byNeed = await readContentFile(
    source('help-lines-by-need.yaml', 'the help lines by need'),
    helpLinesByNeedSchema(helpLines.content),
  )
  const all = [
    findings,
    resources.findings,
    helpLines.findings,
    byNeed.findings,
    home.findings,
    ...texts.map((text) => text.findings),
  ].flat()
  if (all.length > 0 || !(site && resources.content && helpLines.content && byNeed.content && home.content))
    return { findings: all }
  const facts = { name: site.name, ...site.operator }
  const pages = textNames.map((name, index) => [name, texts[index]?.content])
  const content = interpolate(
    {
      texts: Object.fromEntries(pages) as Record<TextName, TextPage>,
      resources: resources.content,
      home: home.content,
    },
    facts,
  )
  return {
    site: { ...site, ...content, helpLines: helpLines.content, helpLinesByNeed: byNeed.content },
    findings: [],
  }
}
