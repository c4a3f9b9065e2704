import { describe, expect, test } from 'vitest'
import { headingId, interpolate, isAllowedHref, parseInline, textProblem } from './texts.rules.ts'

describe('A link is allowed', () => {
  test.each([
    '/',
    '/resources',
    '/privacy#how-long-we-keep-it',
    '/glossary?sort=newest',
    '#here',
    'https://example.org/',
    'https://example.org/a?b=c#d',
    'mailto:help@example.org',
    'tel:8007997233',
  ])('to %s', (href) => expect(isAllowedHref(href)).toBe(true))
})

describe('A link is not allowed', () => {
  test.each([
    '',
    'resources',
    '//example.org/',
    '/\\example.org/',
    '/ /example.org',
    'http://example.org/',
    'https://',
    'https:/example.org',
    'https://user:secret@example.org/',
    'https:\\\\example.org',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'tel:javascript',
    'mailto:a@b.c?body=x',
    'mailto:',
  ])('to "%s"', (href) => expect(isAllowedHref(href)).toBe(false))
})

describe('The text', () => {
  test.each([
    ['without a link', ['without a link']],
    [
      'See [Resources](/resources), or [call](tel:911).',
      ['See ', { words: 'Resources', href: '/resources' }, ', or ', { words: 'call', href: 'tel:911' }, '.'],
    ],
    ['[All of it](https://example.org/)', [{ words: 'All of it', href: 'https://example.org/' }]],
    [
      '[a](/a)[b](/b)',
      [
        { words: 'a', href: '/a' },
        { words: 'b', href: '/b' },
      ],
    ],
    ['(in brackets) and <b>signs</b>', ['(in brackets) and <b>signs</b>']],
    ['[no](javascript:alert(1))', ['[no](javascript:alert(1))']],
  ])('"%s" is split into words and links', (text, pieces) => expect(parseInline(text)).toEqual(pieces))

  test.each([
    'Plain words (with brackets).',
    'To [Resources](/resources) and [a site](https://example.org/).',
    '{name} is from {operator}, by {law}; write through {contact}.',
  ])('"%s" is valid', (text) => expect(textProblem(text)).toBeUndefined())

  test.each([
    ['[x](javascript:alert(1))', /^must lead to .* "javascript:alert\(1" is none|^must/],
    ['[x](http://example.org/)', /^must lead to .*"http:\/\/example\.org\/" is none of these$/],
    ['[x]()', /^must lead to /],
    ['[x] (/page)', /^must write a link as/],
    ['[x](/page', /^must write a link as/],
    ['x](/page)', /^must write a link as/],
    ['by {company}', /^must name no other facts than \{name\}, \{operator\}, \{contact\}, \{law\}$/],
    ['by {name', /^must name no other facts/],
    ['by {}', /^must name no other facts/],
  ])('"%s" is invalid', (text, problem) => expect(textProblem(text)).toMatch(problem))
})

test('Facts are inserted in paragraphs and lists, and capitalized at the start of a sentence', () => {
  const facts = {
    name: 'Unfog',
    operator: 'the people here',
    contact: '[the form](/contact)',
    law: 'our law',
  }
  const content = {
    text: ['{operator} run {name}. {operator} may close it.', { list: ['from {operator}', '{law}'] }],
    count: 3,
  }
  expect(interpolate(content, facts)).toEqual({
    text: [
      'The people here run Unfog. The people here may close it.',
      { list: ['from the people here', 'Our law'] },
    ],
    count: 3,
  })
})

test('The fragment id of a heading has only lower-case words and hyphens', () => {
  expect(headingId('What we keep, and why')).toBe('what-we-keep-and-why')
  expect(headingId('  “Quick Hide”!')).toBe('quick-hide')
})
