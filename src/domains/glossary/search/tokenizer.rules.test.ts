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
  ])('maps all forms of %s to one stem', (word, ...others) => {
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

  test('is never empty, and longer than the word only up to ten letters', () => {
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
])('stems returns the stems of %j', (text, expected) => expect(stems(text)).toEqual(expected))

test('Tokens have no upper case, accents, apostrophes or hyphens', () => {
  expect(tokenize("Don't, don’t; Ça VA?")).toEqual(['dont', 'dont', 'ca', 'va'])
  expect(stripSeparators('Stone-Walling')).toBe('stonewalling')
})
