import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { describeFindings, readGlossarySource } from './reads.server.ts'

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
const made: string[] = []
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glossary-'))
  made.push(folder)
})
afterAll(() => Promise.all(made.map((each) => rm(each, { recursive: true }))))

/** Writes files into an empty glossary and reads it; findings name files below it. */
async function read(files: Record<string, string | Buffer>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const { terms, findings } = await readGlossarySource(folder)
  return { terms, findings: findings.map((each) => ({ ...each, file: each.file.slice(folder.length + 1) })) }
}

/** Reads one file in the place of the good one and gives its findings as `line message`. */
async function findingsOf(content: string | Buffer) {
  const { terms, findings } = await read({ 'l/love-bombing.yaml': content })
  expect(terms).toEqual([])
  expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(['l/love-bombing.yaml']))
  return findings.map(({ line, message }) => `${line ?? '-'} ${message}`)
}

const expected = {
  term_name: 'Love Bombing',
  type: 'community',
  aliases: ['love-bombing'],
  definition: 'Showers of praise and gifts, early on.',
  tags: ['Gaslighting', 'DARVO', 'Hoovering'],
  examples: ['One', 'Two lines', 'Three'],
  created_at: '2026-11-21T09:40:00.000Z',
  slug: 'love-bombing',
}

describe('a good file', () => {
  test('is a term, with whitespace folded, and knows its lines', async () => {
    const { terms, findings } = await read({ 'l/love-bombing.yaml': good })
    expect(findings).toEqual([])
    expect(terms).toMatchObject([{ ...expected, file: `${folder}/l/love-bombing.yaml` }])
    expect(terms[0]?.lines).toMatchObject({
      term_name: 1,
      definition: 4,
      'tags.2': 7,
      'examples.1': 10,
      created_at: 14,
    })
  })

  test.each([
    ['with CRLF line ends', good.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\ufeff${good}`],
    ['with a comment', good.replace('type: community', 'type: community   # named by survivors')],
    [
      'with the time in quotes and another offset',
      good.replace('2026-11-21T09:40:00Z', '"2026-11-21T11:40:00+02:00"'),
    ],
    ['with a time that another YAML would make a date', `%YAML 1.1\n---\n${good}`],
  ])('%s is the same term', async (_, text) => {
    const { terms, findings } = await read({ 'l/love-bombing.yaml': text })
    expect(findings).toEqual([])
    expect(terms).toMatchObject([expected])
  })

  test('needs no aliases', async () => {
    const { terms } = await read({ 'l/love-bombing.yaml': good.replace(/aliases.*\n/, '') })
    expect(terms).toMatchObject([{ ...expected, aliases: [] }])
  })

  test('is read in the order of the files', async () => {
    const names = ['z/z', 'a/b', 'a/a', '5/5150']
    const { terms } = await read(Object.fromEntries(names.map((name) => [`${name}.yaml`, good])))
    expect(terms.map(({ file }) => file.slice(folder.length + 1, -5))).toEqual([
      '5/5150',
      'a/a',
      'a/b',
      'z/z',
    ])
  })
})

describe('a file that breaks the schema', () => {
  test.each([
    ['a missing field', /term_name.*\n/, '', '- "term_name" is missing: write it.'],
    ['an empty field', /definition[\s\S]*?(?=tags)/, 'definition:\n', '4 "definition" is missing: write it.'],
    ['a blank text', /definition[\s\S]*?(?=tags)/, 'definition: " "\n', '4 "definition" is empty: write it'],
    ['an unknown key', 'aliases:', 'alias:', '3 "alias" is no field of a term'],
    ['a key of the prototype', 'aliases:', '__proto__:', '3 "__proto__" is no field of a term'],
    ['an unknown type', 'community', 'slang', '2 "type" is none of clinical, community'],
    ['a number for a name', 'Love Bombing', '1984', '1 "term_name" is not text'],
    ['a name without letters', 'Love Bombing', '愛', '1 "term_name" has no letter a-z'],
    ['a text for a list', /tags.*/, 'tags: Gaslighting', '7 "tags" is not a list'],
    ['two tags', ', Hoovering', '', '7 "tags" does not hold 3 to 6 names'],
    ['seven tags', 'Hoovering', 'A, B, C, D, E', '7 "tags" does not hold 3 to 6 names'],
    ['a tag that is no text', 'Hoovering', 'null', '7 Item 3 of "tags" is not text'],
    ['two examples', '  - Three\n', '', '8 "examples" does not hold exactly 3 examples'],
    [
      'four examples',
      '  - Three\n',
      '  - Three\n  - Four\n',
      '8 "examples" does not hold exactly 3 examples',
    ],
    ['an example that is a map', '- One', '- She said: no', '9 Item 1 of "examples" is not text'],
    [
      'a day without a time',
      'T09:40:00Z',
      '',
      '14 "created_at" is not a time: write it like 2026-11-21T09:40:00Z',
    ],
    ['a day that is not', '11-21T', '02-30T', '14 "created_at" is not a time'],
    ['a time without a zone', ':00Z', ':00', '14 "created_at" is not a time'],
    ['a number for a time', '2026-11-21T09:40:00Z', '5', '14 "created_at" is not a time'],
    ['a very long name', 'Love Bombing', 'Love '.repeat(20), '1 "term_name" is longer than 80 characters'],
    [
      'a definition of 10,000 characters',
      'Showers',
      'a'.repeat(10_000),
      '4 "definition" is longer than 1200 characters',
    ],
    ['an escaped NUL', '- One', '- "On\\0e"', '9 Item 1 of "examples" holds a control sign'],
    ['half a letter', '- One', '- "On\\ud800e"', '9 Item 1 of "examples" holds a control sign'],
    ['a sign that turns the line', '- One', '- On\u202ee', '9 Item 1 of "examples" holds a control sign'],
  ])('%s is a finding with its line', async (_, from, to, message) => {
    expect(await findingsOf(good.replace(from, to))).toEqual([expect.stringContaining(message)])
  })

  test('says everything that is wrong at once', async () => {
    const findings = await findingsOf(
      good.replace('type: community', 'type: slang\nmood: sad').replace('- One', '- 1'),
    )
    expect(findings.map((each) => each.slice(0, 2))).toEqual(['2 ', '3 ', '10'])
  })
})

describe('a hostile file', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c]\n`
  test.each([
    ['empty', '', '1 The file holds no fields'],
    ['a list', '- term_name: A\n', '1 The file holds no fields'],
    ['a bare text', 'hello', '1 The file holds no fields'],
    ['with a NUL byte', good.replace('Two', 'T\0wo'), '11 A control sign that nobody can see stands here'],
    ['of NUL bytes', '\0'.repeat(9), '1 A control sign'],
    [
      'with a key twice',
      `${good}type: clinical\n`,
      '15 YAML cannot be read here: Map keys must be unique; correct it.',
    ],
    ['with an open bracket', good.replace('Hoovering]', 'Hoovering'), '8 YAML cannot be read here'],
    ['of two documents', `${good}---\n${good}`, '15 YAML cannot be read here'],
    [
      'with a tag of YAML',
      good.replace('Love Bombing', '!secret Love Bombing'),
      '1 YAML cannot be read here: Unresolved tag',
    ],
    ['that is a bomb of aliases', bomb, '- Aliases of YAML (& and *) have no place in a term'],
    ['nested without end', '['.repeat(60_000), '1 YAML cannot be read here'],
    ['above 64 kB', good + '#'.repeat(65_536), '- The file has 65781 bytes, and 64 kB is the most'],
    [
      'in another encoding',
      Buffer.from(good.replace('One', 'Öne'), 'latin1'),
      '- The file is not UTF-8 text',
    ],
  ])('%s is a finding', async (_, content, message) => {
    expect((await findingsOf(content))[0]).toContain(message)
  })
})

describe('a folder', () => {
  test.each([
    ['l/love-bombing.yml', 'A term file is named <slug>.yaml'],
    ['l/Love-Bombing.yaml', 'A term file is named <slug>.yaml'],
    ['l/.love-bombing.yaml.swp', 'A term file is named <slug>.yaml'],
    ['love-bombing.yaml', 'Terms stand in the folder of their first letter'],
    ['.DS_Store', 'Terms stand in the folder of their first letter'],
  ])('with the stray file %s has a finding', async (file, message) => {
    const { terms, findings } = await read({ [file]: good })
    expect(terms).toEqual([])
    expect(findings).toEqual([{ file, message: expect.stringContaining(message) }])
  })

  test('with a folder too many has a finding', async () => {
    const { findings } = await read({ 'love/love-bombing.yaml': good, 'l/more/love-bombing.yaml': good })
    expect(findings).toEqual([
      { file: 'l/more', message: expect.stringContaining('Only term files stand here') },
      { file: 'love', message: expect.stringContaining('one letter or figure') },
    ])
  })

  test('with links has findings, and what they lead to is not read', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'))
    made.push(outside)
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

  test('that is not there is a finding', async () => {
    const { findings } = await readGlossarySource(join(folder, 'none'))
    expect(findings).toEqual([{ file: join(folder, 'none'), message: expect.stringContaining('(ENOENT)') }])
  })

  test('of many files loses none', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `l/love-${index}.yaml`)
    const { terms } = await read(Object.fromEntries(names.map((name) => [name, good])))
    expect(new Set(terms.map(({ file }) => file)).size).toBe(200)
  })
})

describe('findings as text', () => {
  const finding = { file: 'a/b.yaml', line: 3, message: 'Wrong: mend it.' }
  test('say where and what', () => {
    expect(describeFindings([finding, { file: 'c', message: 'Gone.' }])).toBe(
      'a/b.yaml:3 Wrong: mend it.\nc Gone.',
    )
  })
  test('are ten lines at most, and a count of the rest', () => {
    const lines = describeFindings(Array(13).fill(finding)).split('\n')
    expect(lines).toHaveLength(11)
    expect(lines[10]).toBe('and 3 more')
    expect(describeFindings(Array(10).fill(finding)).split('\n')).toHaveLength(10)
  })
  test('are nothing when there are none', () => expect(describeFindings([])).toBe(''))
})
