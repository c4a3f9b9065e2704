import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEditorial } from './editorial.reads.server.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-site-'))
})
afterAll(() => rm(folder, { recursive: true }))

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length

describe('The other content files', () => {
  /** The findings for the content of this repository with one mistake in one file. */
  async function findingsIn(name: string, from: string | RegExp, to: string) {
    const content = await mkdtemp(join(folder, 'content-'))
    await cp('content', content, { recursive: true, filter: (path) => !path.includes('glossary') })
    const text = await readFile(join(content, name), 'utf8')
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    await writeFile(join(content, name), changed)
    const { site, findings } = await readEditorial(content)
    expect(site).toBeUndefined()
    return { findings, lineOf: (part: string) => lineOf(changed, part) }
  }

  test('have ten sections of terms, nine of privacy, and no unfilled placeholders', async () => {
    const { site, findings } = await readEditorial('content')
    expect(findings).toEqual([])
    expect(site?.texts.terms.sections).toHaveLength(10)
    expect(site?.texts.privacy.sections).toHaveLength(9)
    expect(JSON.stringify([site?.texts, site?.resources])).not.toMatch(/[{]\w+[}]/)
    expect(site?.texts.mission.signed).toBe('The people who build Unfog')
  })

  test.each([
    [
      'a link that is a script',
      'policies/disclaimers.yaml',
      '(/resources)',
      '(javascript:alert)',
      'Please do not put off',
      '"sections.1.text.1" must lead to /a-page, #a-place, https://, mailto: or tel:, and "javascript:alert" is none of these: correct it.',
    ],
    [
      'a malformed link',
      'policies/terms.yaml',
      '[Privacy Policy](/privacy)',
      '[Privacy Policy] (/privacy)',
      'How we treat',
      '"sections.0.text.1" must write a link as [words](/page): correct it.',
    ],
    [
      'an unknown fact',
      'policies/privacy.yaml',
      'from {operator}, who',
      'from {company}, who',
      'This policy is from',
      '"sections.0.text.1" must name no other facts than {name}, {operator}, {contact}, {law}: correct it.',
    ],
    [
      'a mistake in a list',
      'mission.yaml',
      'You decide what',
      '"[You](decide)"\n          - what',
      '"[You]',
      '"sections.1.text.0.list.0" must lead to /a-page, #a-place, https://, mailto: or tel:, and "decide" is none of these: correct it.',
    ],
    [
      'a block that is neither a paragraph nor a list',
      'policies/staying-safe.yaml',
      '- A private or incognito',
      '- 7\n      - A private',
      '7\n',
      '"sections.4.text.0" must be a paragraph, `list:` with its lines, or `commands:` to type: correct it.',
    ],
    [
      'two equal headings',
      'policies/terms.yaml',
      'heading: Your account',
      'heading: Who can use it',
      '- heading: Agreeing',
      '"sections" must have headings that differ: correct it.',
    ],
    [
      'a misspelled field',
      'policies/terms.yaml',
      'effective:',
      'efective:',
      'July',
      '"efective" is no field of a text: correct its spelling or take it out.',
    ],
    [
      'an unknown picture',
      'home.yaml',
      'picture: phone',
      'picture: tablet',
      'tablet',
      '"pictures.0.picture" must be one of phone, connections, word-cloud, mind-map: correct it.',
    ],
    [
      'a repeated picture',
      'home.yaml',
      'picture: phone',
      'picture: mind-map',
      '- picture: mind-map',
      '"pictures" must show phone, connections, word-cloud, mind-map, each once: correct it.',
    ],
    [
      'a bullet that links to a script',
      'home.yaml',
      '(/resources)',
      '(javascript:alert)',
      'you are in danger',
      '"right.against.lines.0" must lead to /a-page, #a-place, https://, mailto: or tel:, and "javascript:alert" is none of these: correct it.',
    ],
    [
      'a number without quotes',
      'help-lines.yaml',
      "'911'",
      '911',
      '911',
      '"countries.0.emergency" cannot be used (expected string, received number): correct it.',
    ],
    [
      'a number that cannot be called',
      'help-lines.yaml',
      '0808 2000 247',
      '0808 CALL US',
      '0808 CALL',
      '"lines.11.number" must be a telephone number in quotes: correct it.',
    ],
    [
      'a need without a page',
      'help-lines-by-need.yaml',
      'need: [men, sexual-violence, text-only]',
      'need: [men, survivors, text-only]',
      'men, survivors',
      '"lines.9.need.1" must be the code of one of `needs`: correct it.',
    ],
    [
      'a shared line that does not exist',
      'help-lines-by-need.yaml',
      'GB: [Galop]',
      'GB: [Gallop]',
      'GB: [Gallop]',
      '"needs.2.shared.GB.0" must be the name of a line of help-lines.yaml: correct it.',
    ],
    [
      'a number that is in help-lines.yaml too',
      'help-lines-by-need.yaml',
      'name: NSPCC helpline',
      'name: Childline',
      'name: Childline',
      '"lines.42.name" must be under `shared`, because help-lines.yaml has this line: correct it.',
    ],
    [
      'a website without TLS',
      'resources.yaml',
      'https://www.mind.org.uk/',
      'http://www.mind.org.uk/',
      'http://www.mind',
      '"groups.1.places.0.url" must be an address that starts with https://: correct it.',
    ],
    [
      'a film on an unsupported site',
      'site.yaml',
      /^built_by/m,
      'film: { title: A film, video: https://example.org/film }\nbuilt_by',
      'https://example.org/film',
      '"film.video" must be the https:// address of a video at YouTube or Vimeo: correct it.',
    ],
    [
      'a fact that is a script',
      'site.yaml',
      '(/contact)',
      '(javascript:alert)',
      'contact:',
      '"operator.contact" must lead to /a-page, #a-place, https://, mailto: or tel:, and "javascript:alert" is none of these: correct it.',
    ],
  ])('with %s report the file, the line and what to do', async (_case, name, from, to, part, message) => {
    const { findings, lineOf } = await findingsIn(name, from, to)
    expect(findings).toEqual([{ file: `content/${name}`, line: lineOf(part), message }])
  })

  test('are reported one by one if they do not exist', async () => {
    const content = await mkdtemp(join(folder, 'content-'))
    await cp('content/site.yaml', join(content, 'site.yaml'))
    const { site, findings } = await readEditorial(content)
    expect(site).toBeUndefined()
    const files = [
      'resources',
      'help-lines',
      'help-lines-by-need',
      'home',
      'mission',
      ...['disclaimers', 'terms', 'privacy', 'staying-safe', 'comparing-scripts'].map(
        (name) => `policies/${name}`,
      ),
    ]
    expect(findings).toEqual(
      files.map((name) => ({
        file: `content/${name}.yaml`,
        message: 'This file cannot be read: put it back.',
      })),
    )
  })
})
