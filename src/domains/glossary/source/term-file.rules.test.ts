import { describe, expect, test } from 'vitest'
import { parseTermFile } from './term-file.rules.ts'

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

/** The findings of a text as `line message`. */
function findingsOf(text: string): string[] {
  const read = parseTermFile('l/love-bombing.yaml', text)
  return 'findings' in read ? read.findings.map(({ line, message }) => `${line ?? '-'} ${message}`) : []
}

describe('A valid term file', () => {
  test('returns a term with collapsed whitespace, and the line of each field', () => {
    const lineNumbers = { term_name: 1, definition: 4, 'tags.2': 7, 'examples.1': 10, created_at: 14 }
    expect(parseTermFile('l/love-bombing.yaml', good)).toMatchObject({
      term: { ...expected, file: 'l/love-bombing.yaml', lineNumbers },
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
  ])('%s returns the same term', (_, text) => {
    expect(parseTermFile('', text)).toMatchObject({ term: expected })
  })

  test('needs no aliases', () => {
    const text = good.replace(/aliases.*\n/, '')
    expect(parseTermFile('', text)).toMatchObject({ term: { ...expected, aliases: [] } })
  })

  test('can have senses, look-alikes, other names, an origin and sources', () => {
    const parts = `senses:
  - { use: law, text: Taking what is not one's own. }
not_the_same_as:
  - term: Gaslighting
    why: One changes the facts, the other the mood.
called_elsewhere: [{ country: England and Wales, name: Occupation order }]
origin: From a play.
sources: [{ title: A Book, year: 1990, checked: '2026-11' }]
heavy: true
`
    expect(parseTermFile('', good.replace('created_at', `${parts}created_at`))).toMatchObject({
      term: {
        senses: [{ use: 'law', text: "Taking what is not one's own." }],
        not_the_same_as: [{ term: 'Gaslighting' }],
        called_elsewhere: [{ country: 'England and Wales' }],
        origin: 'From a play.',
        sources: [{ year: 1990 }],
        heavy: true,
      },
    })
  })

  test.each([
    ['senses: [{ use: slang, text: Something. }]', 'use'],
    ['sources: [{ title: A book, year: "1990", checked: \'2026-11\' }]', 'year'],
    ['sources: [{ title: A book, year: 1990, checked: today }]', 'checked'],
    ['not_the_same_as: [{ term: Gaslighting }]', 'why'],
    ['heavy: very', 'heavy'],
  ])('reports the line of %j', (part, field) => {
    const parsed = parseTermFile('', good.replace('created_at', `${part}\ncreated_at`))
    expect(parsed).toMatchObject({ findings: [{ message: expect.stringContaining(field) }] })
    const line = good.split('\n').findIndex((each) => each.startsWith('created_at')) + 1
    expect('findings' in parsed && parsed.findings[0]?.line).toBe(line)
  })

  test('can have search phrases', () => {
    const none = { search_phrases: [], in_people_words: [], lines: [] }
    expect(parseTermFile('', good)).toMatchObject({ term: none })
    const phrases =
      'search_phrases:\n  - gifts every day\n  - called me\n    his soulmate\nlines: [So fast]\n'
    expect(parseTermFile('', good.replace('created_at', `${phrases}created_at`))).toMatchObject({
      term: {
        ...expected,
        search_phrases: ['gifts every day', 'called me his soulmate'],
        lines: ['So fast'],
      },
    })
  })
})

describe('A term file that breaks the schema:', () => {
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
    ['an example that is a map', '- One', '- She phrases: no', '9 Item 1 of "examples" is not text'],
    [
      'a day without a time',
      'T09:40:00Z',
      '',
      '14 "created_at" is not a time: write it like 2026-11-21T09:40:00Z',
    ],
    ['a date that does not exist', '11-21T', '02-30T', '14 "created_at" is not a time'],
    ['a time without a zone', ':00Z', ':00', '14 "created_at" is not a time'],
    ['a number for a time', '2026-11-21T09:40:00Z', '5', '14 "created_at" is not a time'],
    ['a very long name', 'Love Bombing', 'Love '.repeat(20), '1 "term_name" is longer than 80 characters'],
    [
      'a definition of 10,000 characters',
      'Showers',
      'a'.repeat(10_000),
      '4 "definition" is longer than 1200 characters',
    ],
    [
      'an escaped NUL',
      '- One',
      '- "On\\0e"',
      '9 Item 1 of "examples" contains an invisible control character',
    ],
    [
      'a lone surrogate',
      '- One',
      '- "On\\ud800e"',
      '9 Item 1 of "examples" contains an invisible control character',
    ],
    [
      'a bidirectional override',
      '- One',
      '- On\u202ee',
      '9 Item 1 of "examples" contains an invisible control character',
    ],
  ])('%s is a finding with its line', (_, from, to, message) => {
    expect(findingsOf(good.replace(from, to))).toEqual([expect.stringContaining(message)])
  })
})

describe('A malformed or hostile term file:', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c]\n`
  test.each([
    ['empty', '', '1 The file holds no fields'],
    ['a list', '- term_name: A\n', '1 The file holds no fields'],
    ['a bare text', 'hello', '1 The file holds no fields'],
    ['with a NUL byte', good.replace('Two', 'T\0wo'), '11 This line contains an invisible control character'],
    ['of NUL bytes', '\0'.repeat(9), '1 This line contains an invisible control character'],
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
    ['with an alias bomb', bomb, '- Aliases of YAML (& and *) have no place in a term'],
    ['nested too deeply', '['.repeat(60_000), '1 YAML cannot be read here'],
  ])('%s is a finding', (_, content, message) => {
    expect(findingsOf(content)[0]).toContain(message)
  })
})
