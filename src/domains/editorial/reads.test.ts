import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSite } from './reads.server.ts'

let folder: string
let ours: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-site-'))
  ours = await readFile('content/site.yaml', 'utf8')
})
afterAll(() => rm(folder, { recursive: true }))

async function read(text: string) {
  const file = join(folder, 'site.yaml')
  await writeFile(file, text)
  return readSite(file)
}
/** What is said about our own file with one mistake in it, and the line where it stands. */
async function mistake(from: string | RegExp, to: string) {
  const text = ours.replace(from, to)
  expect(text).not.toBe(ours)
  const { site, findings } = await read(text)
  expect(site).toBeUndefined()
  return findings
}
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length

describe('content/site.yaml', () => {
  test('as it stands is the site', async () => {
    const { site, findings } = await read(ours)
    expect(findings).toEqual([])
    expect(site?.name).toBe('Unfog')
    expect(site?.social.map(({ name }) => name)).toEqual(['YouTube', 'TikTok', 'Instagram', 'X'])
  })

  test.each([
    ['a field left out', /^name:.*\n/m, '', undefined, '"name" is missing: write it.'],
    [
      'a field left empty',
      /^name:.*$/m,
      'name: ""',
      'name:',
      '"name" cannot be used (Too small: expected string to have >=1 characters): correct it.',
    ],
    [
      'a field misspelt',
      /^source_url/m,
      'name_of_it: x\nsource_url',
      'name_of_it',
      '"name_of_it" is no field of the site: correct its spelling or take it out.',
    ],
    [
      'a word for a number',
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
  ])('with %s names the line and what to do', async (_what, from, to, part, message) => {
    const line = part === undefined ? {} : { line: lineOf(ours.replace(from, to), part) }
    expect(await mistake(from, to)).toEqual([{ file: 'content/site.yaml', ...line, message }])
  })

  test('with a field twice, or a tab for spaces, names the line', async () => {
    const last = ours.trimEnd().split('\n').length
    expect(await mistake(/$/, 'name: again\n')).toEqual([
      {
        file: 'content/site.yaml',
        line: last + 1,
        message: 'This is not valid YAML (DUPLICATE_KEY): mend the line.',
      },
    ])
    expect(await mistake(/$/, '\tname: again\n')).toContainEqual({
      file: 'content/site.yaml',
      line: last + 1,
      message: expect.stringMatching(/^This is not valid YAML \([A-Z_]+\): mend the line\.$/),
    })
  })

  test('with several mistakes names each', async () => {
    const findings = await mistake(/^(name|copyright_year):.*$/gm, '$1: []')
    expect(findings.map(({ message }) => message.split(' ')[0])).toEqual(['"name"', '"copyright_year"'])
  })

  test.each([
    ['nothing', ''],
    ['a list', '- a\n- b\n'],
    ['a word', 'hello\n'],
  ])('that holds %s is refused', async (_what, text) => {
    const { site, findings } = await read(text)
    expect(site).toBeUndefined()
    expect(findings).toEqual([
      { file: 'content/site.yaml', message: 'The file holds no fields: put it back as it was.' },
    ])
  })

  test('that would unfold to fill all memory is refused', async () => {
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

  test('that is not there is asked for', async () => {
    expect(await readSite(join(folder, 'nowhere.yaml'))).toEqual({
      findings: [{ file: 'content/site.yaml', message: 'This file cannot be read: put it back.' }],
    })
  })
})
