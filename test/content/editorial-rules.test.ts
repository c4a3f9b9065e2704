import { describe, expect, test } from 'vitest'
import type { SourceTerm } from '../../src/domains/glossary/source/glossary-source.contract.ts'
import { slugOf } from '../../src/domains/glossary/terms.rules.ts'
import { editorialFindings, gradeOf } from './editorial-rules.ts'

const now = new Date('2026-11-22T00:00:00Z')
const simple =
  'door slow kind word night home loud calm phone friend cold late work list lamp road rain bread shirt stairs chair cup hand'.split(
    ' ',
  )

/** Deterministic prose in ten-word sentences, different for each seed. */
function prose(seed: number, count: number): string {
  let state = seed * 7919
  const words = Array.from({ length: count }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const word = simple[(state >>> 16) % simple.length] ?? ''
    const isFirst = index % 10 === 0
    const isLast = index % 10 === 9 || index === count - 1
    return `${isFirst ? word.charAt(0).toUpperCase() + word.slice(1) : word}${isLast ? '.' : ''}`
  })
  return words.join(' ')
}

function term(index: number, changes: Partial<SourceTerm> = {}): SourceTerm {
  const term_name = `Zap${index}`
  const slug = slugOf(term_name)
  return {
    term_name,
    type: index % 2 ? 'clinical' : 'community',
    aliases: [],
    definition: prose(index * 4 + 1, 60),
    tags: [1, 2, 3].map((step) => `Zap${(index + step) % 20}`),
    examples: [2, 3, 4].map((part) => prose(index * 4 + part, 25)),
    search_phrases: [],
    in_people_words: [],
    lines: [],
    senses: [],
    not_the_same_as: [],
    called_elsewhere: [],
    sources: [],
    heavy: false,
    created_at: new Date(Date.UTC(2026, 10, 21, 4, index)).toISOString(),
    slug,
    file: `content/glossary/z/${slug}.yaml`,
    lineNumbers: { term_name: 1, definition: 4, 'examples.1': 20 },
    ...changes,
  }
}

/** Checks twenty valid terms with changes to the first. */
function findings(changes: Partial<SourceTerm> = {}, minimum = 20): string[] {
  const terms = [term(0, changes), ...Array.from({ length: 19 }, (_, index) => term(index + 1))]
  return editorialFindings(terms, { minimum, now }).map(
    ({ file, line, message }) => `${file.slice(17)}:${line ?? ''} ${message}`,
  )
}

const definition = (opening: string) => `${opening} ${prose(1, 50)}`

test('valid terms have no findings', () => expect(findings()).toEqual([]))

test.each([
  [44, 'lengthen'],
  [96, 'shorten'],
])('rejects a definition of %i words', (words, verb) => {
  expect(findings({ definition: prose(1, words) })).toEqual([
    `z/zap0.yaml:4 The definition has ${words} words: ${verb} it to 45 to 95.`,
  ])
})

test.each([45, 95])('accepts a definition of %i words', (words) => {
  expect(findings({ definition: prose(1, words) })).toEqual([])
})

test('rejects a first sentence above 160 characters', () => {
  const sentence = (last: string) => `Slow harm in a house where${' someone'.repeat(16)} ${last}.`
  expect(sentence('spoke')).toHaveLength(161)
  expect(findings({ definition: definition(sentence('says')) })).toEqual([])
  expect(findings({ definition: definition(sentence('spoke')) })).toEqual([
    'z/zap0.yaml:4 The first sentence has 161 characters: shorten it to 160, it stands alone in a search result.',
  ])
})

test.each([
  'It is a slow harm.',
  'They say no.',
  'This is when they go.',
  'Such harm is slow.',
  'But they go.',
])('rejects a first sentence that opens with "%s"', (opening) => {
  expect(findings({ definition: definition(opening) })).toEqual([
    expect.stringContaining('does not stand alone'),
  ])
})

test('rejects a definition without a full stop at the end', () => {
  expect(findings({ definition: `${prose(1, 60)} and then` })).toEqual([
    expect.stringContaining(':4 The definition does not end with a full stop'),
  ])
})

test.each([
  ['Zap0 is a slow harm.', 'zap0 is'],
  ['A Zap0 means slow harm.', 'a zap0 means'],
  ['"Zap0" refers to slow harm.', 'zap0 refers'],
  ['Cold-Shouldering is a slow harm.', 'cold shouldering is'],
])('rejects "%s", which only repeats the name', (opening, formula) => {
  expect(findings({ definition: definition(opening), aliases: ['cold-shouldering'] })).toEqual([
    `z/zap0.yaml:4 The definition opens with "${formula}", and the name stands above it: begin with what it is.`,
  ])
})

test('rejects a definition above grade 13', () => {
  const hard =
    'Institutional accountability necessitates comprehensive organizational transparency alongside independent investigation. '
  expect(findings({ definition: hard.repeat(5).trim() })).toContainEqual(
    expect.stringMatching(/:4 The definition reads at grade \d\d\.\d, and 13 is the most/),
  )
})

test('ignores the words of the name in the grade', () => {
  const text = 'Intergenerational transmission goes on and on at home.'
  const named = gradeOf(term(1, { term_name: 'Intergenerational Transmission', definition: text }))
  expect(named).toBeLessThan(5)
  expect(gradeOf(term(1, { definition: text }))).toBeGreaterThan(named + 5)
})

test('requires a median grade of at most 9', () => {
  const words =
    'Emotional manipulation can slowly isolate a person from everyone around them at home and at work. '
  const terms = Array.from({ length: 3 }, (_, index) => term(index, { definition: words.repeat(3).trim() }))
  const messages = editorialFindings(terms, { minimum: 3, now }).map(
    ({ file, message }) => `${file} ${message}`,
  )
  expect(messages).toContainEqual(
    expect.stringMatching(
      /^content\/glossary The median definition reads at grade 1\d\.\d, and 9 .*\(Zap0 1\d\.\d, Zap1/,
    ),
  )
})

test.each([
  [14, 'lengthen'],
  [46, 'shorten'],
])('rejects an example of %i words', (words, verb) => {
  const examples = [prose(2, 25), prose(3, words), prose(4, 25)]
  expect(findings({ examples })).toEqual([
    `z/zap0.yaml:20 Example 2 has ${words} words: ${verb} it to 15 to 45.`,
  ])
})

test.each([
  'toxic person',
  'Crazy',
  'victim mentality',
  'just leave',
  'The narcissist',
  'toxic people',
  'the narcissists',
])('rejects the word "%s" in a definition or an example', (word) => {
  const message = `"${word.toLowerCase()}" is a word we do not use: say what was done instead.`
  expect(findings({ definition: definition(`Slow harm, ${word}.`) })).toEqual([`z/zap0.yaml:4 ${message}`])
  const examples = [prose(2, 25), `"You ${word}," they say. ${prose(3, 25)}`, prose(4, 15)]
  expect(findings({ examples })).toEqual([`z/zap0.yaml:20 ${message}`])
})

test('accepts words that only resemble a rejected one', () => {
  const fine = 'Slow harm, crazymaking, a toxic bond, justly leave, the narcissistic one.'
  expect(findings({ definition: definition(fine), aliases: ['the narcissist'] })).toEqual([])
})

test('rejects a created_at in the future', () => {
  expect(findings({ created_at: '2026-11-22T00:00:00.001Z' })).toEqual([
    expect.stringContaining('2026-11-22T00:00:00.001Z lies in the future'),
  ])
})

test('rejects the same created_at for all terms', () => {
  const at = now.toISOString()
  const terms = Array.from({ length: 20 }, (_, index) => term(index, { created_at: at }))
  expect(editorialFindings(terms, { minimum: 1, now }).map(({ message }) => message)).toEqual([
    expect.stringContaining('All terms have the same created_at'),
  ])
})

test('requires every term to be a tag of another', () => {
  expect(findings({ term_name: 'Lone', tags: ['Lone', 'Zap1', 'Zap2'] })).toContainEqual(
    'z/zap0.yaml:1 No other term is tagged "Lone": add it to one it belongs to.',
  )
})

test('rejects similar definitions and examples, within a term too', () => {
  const near = term(7).definition.replace(/\S+$/, 'phone.')
  expect(findings({ definition: near })).toEqual([
    expect.stringMatching(
      /zap7.yaml:4 The definition is \d\d% the same as the definition of "Zap0": rewrite it/,
    ),
  ])
  const [first = '', , third = ''] = term(0).examples
  expect(findings({ examples: [first, first, third] })).toEqual([
    'z/zap0.yaml:20 Example 2 is 100% the same as example 1 of "Zap0": rewrite it.',
  ])
})

test('rejects the same three-word opening in three of twenty definitions', () => {
  const open = (index: number) =>
    term(index, { definition: `Harm done slowly${index} ${prose(index * 4 + 1, 50)}` })
  const alike = (count: number) =>
    Array.from({ length: 20 }, (_, index) =>
      index < count
        ? { ...open(index), definition: open(index).definition.replace(/slowly\d+/, 'slowly') }
        : term(index),
    )
  expect(editorialFindings(alike(2), { minimum: 1, now })).toEqual([])
  expect(editorialFindings(alike(3), { minimum: 1, now })).toEqual([
    {
      file: 'content/glossary/z/zap2.yaml',
      line: 4,
      message:
        '"harm done slowly ..." opens 3 definitions, and 2 may share it: rewrite the others (Zap0, Zap1, Zap2).',
    },
  ])
})

test('accepts a shared opening in four of 100 terms', () => {
  const terms = (count: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      ...term(index),
      definition: index < count ? definition('Harm done slowly.') : term(index).definition,
    }))
  const openings = (count: number) =>
    editorialFindings(terms(count), { minimum: 1, now }).filter(({ message }) =>
      message.includes(' may share it'),
    )
  expect(openings(4)).toEqual([])
  expect(openings(5)).toHaveLength(1)
})

test.each([
  [8, ['more clinical terms']],
  [9, []],
  [12, []],
  [13, ['more community terms']],
])('%i clinical terms of twenty result in the advice %j', (count, wanted) => {
  const type = (index: number) => (index < count ? 'clinical' : 'community')
  const terms = Array.from({ length: 20 }, (_, index) => term(index, { type: type(index) }))
  expect(editorialFindings(terms, { minimum: 20, now })).toEqual(
    wanted.map((words) => ({ file: 'content/glossary', message: expect.stringContaining(words) })),
  )
})

test('requires the minimum number of terms', () => {
  const missing = (terms: number, least: number) =>
    `There are ${terms} terms, and ${least} is the least: write more.`
  expect(findings({}, 21)).toEqual([`: ${missing(20, 21)}`])
  expect(editorialFindings([], { minimum: 60, now }).map(({ message }) => message)).toEqual([missing(0, 60)])
})

describe('The voice of the whole glossary', () => {
  const many = (change: (index: number) => Partial<SourceTerm>) =>
    editorialFindings(
      Array.from({ length: 60 }, (_, index) => term(index, change(index))),
      { minimum: 20, now },
    ).map(({ message }) => message)
  const spoken = (index: number) => ({
    examples: [
      `"Sit down," ${prose(index * 4 + 2, 20)}`,
      `I ${prose(index * 4 + 3, 20)}`,
      prose(index * 4 + 4, 20),
    ],
  })

  test('passes if people speak and tell', () => {
    expect(many(spoken).filter((message) => /examples|count to three/.test(message))).toEqual([])
  })

  test('is rejected if nobody speaks, nobody tells, or every list has three parts', () => {
    const messages = many((index) => ({
      definition: `Taking the door, the word, and the night is ${prose(index, 50)}`,
    }))
    for (const part of ['let someone speak', 'told by the person', 'count to three'])
      expect(messages.join()).toContain(part)
  })
})
