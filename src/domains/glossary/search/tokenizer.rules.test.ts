import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stem, stems, stripSeparators, tokenize } from './tokenizer.rules.ts'

describe('stem', () => {
  test.each([
    ['triangulation', 'triangulates', 'triangulating', 'triangulated'],
    ['gaslighting', 'gaslights', 'gaslit', 'gaslighters', 'gaslighted'],
    ['manipulation', 'manipulates', 'manipulators', 'manipulative'],
    ['parentification', 'parentified', 'parentifies'],
    ['minimizing', 'minimises', 'minimization', 'minimised'],
    ['harassment', 'harasses', 'harassing'],
    ['devaluation', 'devalues', 'devalued'],
    ['humiliation', 'humiliates', 'humiliating'],
    ['controlling', 'controls', 'controlled'],
    ['bully', 'bullies', 'bullied', 'bullying'],
    ['yelling', 'yells', 'yelled'],
  ])('%s', (word, ...others) => {
    for (const other of others) expect(stem(other), other).toBe(stem(word))
  })

  test('keeps unrelated words apart', () => {
    const words = [
      'shame',
      'smear',
      'trust',
      'trauma',
      'therapy',
      'grief',
      'grooming',
      'ghosting',
      'guilt',
      'denial',
    ]
    expect(new Set(words.map(stem)).size).toBe(words.length)
  })

  test('is never empty, and rarely longer than the word', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        expect(stem(word).length).toBeGreaterThan(0)
        expect(stem(word).length).toBeLessThanOrEqual(Math.max(word.length, 10))
      }),
    )
  })
})

test.each([
  ["He says I'm crazy!", ['craz']],
  ["don’t Don't", []],
  ['a b 12345', []],
  ['Éclat', ['eclat']],
])('the stems of %j', (text, expected) => expect(stems(text)).toEqual(expected))

test('tokens have no case, accents and apostrophes', () => {
  expect(tokenize("Don't, don’t; Ça VA?")).toEqual(['dont', 'dont', 'ca', 'va'])
  expect(stripSeparators('Stone-Walling')).toBe('stonewalling')
})
