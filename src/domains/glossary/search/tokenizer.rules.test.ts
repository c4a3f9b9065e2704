import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formOf, formsOf, stripSeparators, wordsOf } from './tokenizer.rules.ts'

describe('the forms of a word are one', () => {
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
    for (const other of others) expect(formOf(other), other).toBe(formOf(word))
  })

  test('and of words that are not forms of one another they are not', () => {
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
    expect(new Set(words.map(formOf)).size).toBe(words.length)
  })

  test('are found again: a form has itself for a form, or shorter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        expect(formOf(word).length).toBeGreaterThan(0)
        expect(formOf(word).length).toBeLessThanOrEqual(Math.max(word.length, 10))
      }),
    )
  })
})

test.each([
  ["He says I'm crazy!", ['craz']],
  ["don’t Don't", []],
  ['a b 12345', []],
  ['Éclat', ['eclat']],
])('the words of %j that say something', (text, forms) => expect(formsOf(text)).toEqual(forms))

test('words are without case, accents and apostrophes', () => {
  expect(wordsOf("Don't, don’t; Ça VA?")).toEqual(['dont', 'dont', 'ca', 'va'])
  expect(stripSeparators('Stone-Walling')).toBe('stonewalling')
})
