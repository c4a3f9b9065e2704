import { describe, expect, test } from 'vitest'
import { matchReason } from './match-reason.rules.ts'

describe('The match reason is right if', () => {
  const term = { term_name: 'Gaslighting', aliases: ['rewriting history', 'crazymaking'] }

  test.each([
    ['the name contains the text', 'gasl', { tier: 2, similarity: 0 }, undefined],
    ['the definition contains the text', 'doubt', { tier: 3, similarity: 0 }, undefined],
    [
      'an alias is the text',
      'crazymaking',
      { tier: 1, similarity: 0 },
      { kind: 'also called', words: 'crazymaking' },
    ],
    [
      'a word of an alias starts with the text',
      'hist',
      { tier: 5, similarity: 0 },
      { kind: 'also called', words: 'rewriting history' },
    ],
    ['the text is another form of the name', 'gaslights', { tier: 4, similarity: 0 }, undefined],
    [
      'the name is spelled nearly so',
      'gasligting',
      { tier: 4, similarity: 0.6 },
      { kind: 'did you mean', words: 'Gaslighting' },
    ],
    [
      'an alias is spelled nearly so',
      'crazymakin',
      { tier: 6, similarity: 0.6 },
      { kind: 'did you mean', words: 'crazymaking' },
    ],
    [
      'it only resembles the description',
      'makes me doubt',
      { tier: 6, similarity: 0 },
      { kind: 'described', words: '' },
    ],
  ])('%s', (_case, text, match, reason) => expect(matchReason(term, text, match)).toEqual(reason))
})
