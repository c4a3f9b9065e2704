import { describe, expect, test } from 'vitest'
import idioms from '../../../../content/search/idioms.yaml'
import { glossarySlugs } from '../../../../test/support/glossary-slugs.ts'
import { matchIdioms } from './idioms.rules.ts'

test('Every idiom belongs to a term of the glossary', () => {
  const slugs = glossarySlugs()
  expect(Object.keys(idioms as Record<string, string[]>).filter((slug) => !slugs.has(slug))).toEqual([])
})

describe('An idiom', () => {
  test.each([
    ['I never said that', 'gaslighting'],
    ["he says he didn't say that", 'gaslighting'],
    ['She puts everybody down and then puts ME down', 'belittling'],
    ['He came back like nothing happened', 'hoovering'],
    ["they won't let her leave", 'confinement'],
    ["I don't know who I am anymore", 'loss-of-self'],
    ['why are you doing this to me', 'darvo'],
    ['Sorry you feel that way', 'non-apology'],
  ])('in %j matches the term %s', (text, slug) => expect(matchIdioms(text)).toContain(slug))

  test('matches only whole words, and no unrelated text', () => {
    for (const text of ['', 'the', 'unknown unsaid thatcher', 'hoovering', 'i', "don't", '💔'])
      expect([...matchIdioms(text)], text).toEqual([])
  })
})
