import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSite } from './editorial.reads.server.ts'

let folder: string
let original: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-site-'))
  original = await readFile('content/site.yaml', 'utf8')
})
afterAll(() => rm(folder, { recursive: true }))

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length

async function read(text: string) {
  const file = join(folder, 'site.yaml')
  await writeFile(file, text)
  return readSite(file)
}
/** The findings for content/site.yaml with one mistake. */
async function findingsFor(from: string | RegExp, to: string) {
  const text = original.replace(from, to)
  expect(text).not.toBe(original)
  const { site, findings } = await read(text)
  expect(site).toBeUndefined()
  return findings
}

describe('content/site.yaml', () => {
  test('is valid', async () => {
    const { site, findings } = await read(original)
    expect(findings).toEqual([])
    expect(site?.name).toBe('Unfog')
    expect(site?.social.map(({ name }) => name)).toEqual(['YouTube', 'TikTok', 'Instagram', 'X'])
  })

  test.each([
    ['a missing field', /^name:.*\n/m, '', undefined, '"name" is missing: write it.'],
    [
      'an empty field',
      /^name:.*$/m,
      'name: ""',
      'name:',
      '"name" cannot be used (Too small: expected string to have >=1 characters): correct it.',
    ],
    [
      'a misspelled field',
      /^copyright_year/m,
      'name_of_it: x\ncopyright_year',
      'name_of_it',
      '"name_of_it" is no field of the site: correct its spelling or take it out.',
    ],
    [
      'text for a number',
      /^copyright_year:.*$/m,
      'copyright_year: soon',
      'copyright_year',
      '"copyright_year" cannot be used (expected number, received string): correct it.',
    ],
    [
      'an address without TLS',
      'https://www.tiktok',
      'http://www.tiktok',
      'http://www.tiktok',
      '"social.1.url" must be an address that starts with https://: correct it.',
    ],
    [
      'an address that is a script',
      'https://www.tiktok.com/',
      'javascript:alert(1)',
      'javascript:',
      '"social.1.url" must be an address that starts with https://: correct it.',
    ],
  ])('with %s reports the line and what to do', async (_case, from, to, part, message) => {
    const line = part === undefined ? {} : { line: lineOf(original.replace(from, to), part) }
    expect(await findingsFor(from, to)).toEqual([{ file: 'content/site.yaml', ...line, message }])
  })

  test('with a repeated field, or a tab for spaces, reports the line', async () => {
    const last = original.trimEnd().split('\n').length
    expect(await findingsFor(/$/, 'name: again\n')).toEqual([
      {
        file: 'content/site.yaml',
        line: last + 1,
        message: 'This is not valid YAML (DUPLICATE_KEY): mend the line.',
      },
    ])
    expect(await findingsFor(/$/, '\tname: again\n')).toContainEqual({
      file: 'content/site.yaml',
      line: last + 1,
      message: expect.stringMatching(/^This is not valid YAML \([A-Z_]+\): mend the line\.$/),
    })
  })

  test('with several mistakes reports each of them', async () => {
    const findings = await findingsFor(/^(name|copyright_year):.*$/gm, '$1: []')
    expect(findings.map(({ message }) => message.split(' ')[0])).toEqual(['"name"', '"copyright_year"'])
  })

  test.each([
    ['nothing', ''],
    ['a list', '- a\n- b\n'],
    ['a word', 'hello\n'],
  ])('that contains %s is rejected', async (_case, text) => {
    const { site, findings } = await read(text)
    expect(site).toBeUndefined()
    expect(findings).toEqual([
      { file: 'content/site.yaml', message: 'The file holds no fields: put it back as it was.' },
    ])
  })

  test('with an alias bomb is rejected', async () => {
    const bomb = Array.from(
      { length: 12 },
      (_, level) => `k${level}: &a${level} [${level ? `*a${level - 1},`.repeat(9) : 'x'}]`,
    )
    const { findings } = await read(bomb.join('\n'))
    expect(findings).toEqual([
      {
        file: 'content/site.yaml',
        message: 'Aliases of YAML (& and *) have no place here: write the text out.',
      },
    ])
  })

  test('is reported if it does not exist', async () => {
    expect(await readSite(join(folder, 'nowhere.yaml'))).toEqual({
      findings: [{ file: 'content/site.yaml', message: 'This file cannot be read: put it back.' }],
    })
  })
})
