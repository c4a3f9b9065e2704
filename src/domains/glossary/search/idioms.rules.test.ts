import { describe, expect, test } from 'vitest'
import { readGlossarySource } from '../source/glossary-source.reads.server.ts'
import { sluggedIdioms, slugsSpokenOf } from './idioms.rules.ts'

test('idioms speak of terms that stand in the glossary', async () => {
  const { terms } = await readGlossarySource('content/glossary')
  const slugs = new Set(terms.map(({ slug }) => slug))
  expect(sluggedIdioms().filter((slug) => !slugs.has(slug))).toEqual([])
})

describe('an idiom is heard', () => {
  test.each([
    ['I never said that', 'gaslighting'],
    ["he says he didn't say that", 'gaslighting'],
    ['She puts everybody down and then puts ME down', 'belittling'],
    ['He came back like nothing happened', 'hoovering'],
    ["they won't let her leave", 'confinement'],
    ["I don't know who I am anymore", 'loss-of-self'],
    ['why are you doing this to me', 'darvo'],
    ['Sorry you feel that way', 'non-apology'],
  ])('in %j of %s', (text, slug) => expect(slugsSpokenOf(text)).toContain(slug))

  test('in whole words alone, and in no text without it', () => {
    for (const text of ['', 'the', 'unknown unsaid thatcher', 'hoovering', 'i', "don't", '💔'])
      expect([...slugsSpokenOf(text)], text).toEqual([])
  })
})
