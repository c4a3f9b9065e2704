import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { describeFindings, readGlossarySource } from './glossary-source.reads.server.ts'

const good = `term_name: Love Bombing
type: community
aliases: [love-bombing]
definition: >
  Showers of praise and gifts,
  early on.
tags: [Gaslighting, DARVO, Hoovering]
examples:
  - One
  - >-
    Two
    lines
  - Three
created_at: 2026-11-21T09:40:00Z
`
const folders: string[] = []
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glossary-'))
  folders.push(folder)
})
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))))

/** Writes files into an empty glossary folder and reads it; paths in findings are relative. */
async function read(files: Record<string, string | Buffer>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const { terms, findings } = await readGlossarySource(folder)
  return { terms, findings: findings.map((each) => ({ ...each, file: each.file.slice(folder.length + 1) })) }
}

describe('A glossary folder', () => {
  test('with a term file returns the term and its path, even if the file has a byte order mark', async () => {
    for (const text of [good, `\ufeff${good}`]) {
      const { terms, findings } = await read({ 'l/love-bombing.yaml': text })
      expect(findings).toEqual([])
      expect(terms).toMatchObject([{ slug: 'love-bombing', file: `${folder}/l/love-bombing.yaml` }])
    }
  })

  test('returns all findings in the order of files and lines', async () => {
    const bad = good.replace('type: community', 'type: slang\nmood: sad').replace('- One', '- 1')
    const { findings } = await read({ 'l/love-bombing.yaml': bad, 'a/stray.yml': '', 'z/empty.yaml': '' })
    expect(findings.map(({ file, line }) => `${file[0]} ${line ?? ''}`)).toEqual([
      'a ',
      'l 2',
      'l 3',
      'l 10',
      'z 1',
    ])
  })

  test('returns terms sorted by file path', async () => {
    const names = ['z/z', 'a/b', 'a/a', '5/5150']
    const { terms } = await read(Object.fromEntries(names.map((name) => [`${name}.yaml`, good])))
    expect(terms.map(({ file }) => file.slice(folder.length + 1, -5))).toEqual([
      '5/5150',
      'a/a',
      'a/b',
      'z/z',
    ])
  })

  test.each([
    ['above 64 kB', good + '#'.repeat(65_536), 'The file has 65781 bytes, and 64 kB is the most'],
    ['in another encoding', Buffer.from(good.replace('One', 'Öne'), 'latin1'), 'The file is not UTF-8 text'],
  ])('with a file %s has a finding', async (_, content, message) => {
    const { terms, findings } = await read({ 'l/love-bombing.yaml': content })
    expect(terms).toEqual([])
    expect(findings).toEqual([{ file: 'l/love-bombing.yaml', message: expect.stringContaining(message) }])
  })

  test.each([
    ['l/love-bombing.yml', 'A term file is named <slug>.yaml'],
    ['l/Love-Bombing.yaml', 'A term file is named <slug>.yaml'],
    ['l/.love-bombing.yaml.swp', 'A term file is named <slug>.yaml'],
    ['love-bombing.yaml', 'Terms stand in the folder of their first letter'],
    ['.hidden', 'Terms stand in the folder of their first letter'],
  ])('with the stray file %s has a finding', async (file, message) => {
    const { terms, findings } = await read({ [file]: good })
    expect(terms).toEqual([])
    expect(findings).toEqual([{ file, message: expect.stringContaining(message) }])
  })

  test('with an unexpected folder has a finding', async () => {
    const { findings } = await read({ 'love/love-bombing.yaml': good, 'l/more/love-bombing.yaml': good })
    expect(findings).toEqual([
      { file: 'l/more', message: expect.stringContaining('Only term files stand here') },
      { file: 'love', message: expect.stringContaining('one letter or figure') },
    ])
  })

  test('with symbolic links has findings, and their targets are not read', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'))
    folders.push(outside)
    await writeFile(join(outside, 'love-bombing.yaml'), good)
    await symlink(outside, join(folder, 'o'))
    await mkdir(join(folder, 'l'))
    await symlink(join(outside, 'love-bombing.yaml'), join(folder, 'l/love-bombing.yaml'))
    await symlink(join(outside, 'gone.yaml'), join(folder, 'l/gone.yaml'))
    const { terms, findings } = await read({})
    expect(terms).toEqual([])
    expect(findings.map(({ file, message }) => `${file} ${message.slice(0, 23)}`)).toEqual([
      'l/gone.yaml Links are not followed:',
      'l/love-bombing.yaml Links are not followed:',
      'o Links are not followed:',
    ])
  })

  test('that does not exist is a finding', async () => {
    const { findings } = await readGlossarySource(join(folder, 'none'))
    expect(findings).toEqual([{ file: join(folder, 'none'), message: expect.stringContaining('(ENOENT)') }])
  })

  test('with 200 files returns 200 terms', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `l/love-${index}.yaml`)
    const { terms } = await read(Object.fromEntries(names.map((name) => [name, good])))
    expect(new Set(terms.map(({ file }) => file)).size).toBe(200)
  })
})

describe('describeFindings', () => {
  const finding = { file: 'a/b.yaml', line: 3, message: 'Wrong: mend it.' }
  test('formats the position and the message', () => {
    expect(describeFindings([finding, { file: 'c', message: 'Gone.' }])).toBe(
      'a/b.yaml:3 Wrong: mend it.\nc Gone.',
    )
  })
  test('returns at most ten lines, and a count of the rest', () => {
    const lines = describeFindings(Array(13).fill(finding)).split('\n')
    expect(lines).toHaveLength(11)
    expect(lines[10]).toBe('and 3 more')
    expect(describeFindings(Array(10).fill(finding)).split('\n')).toHaveLength(10)
  })
  test('returns an empty string without findings', () => expect(describeFindings([])).toBe(''))
})
