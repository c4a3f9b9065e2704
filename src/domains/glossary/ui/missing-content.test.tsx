import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TermPage } from '../terms.contract.ts'
import { ListMessage } from './list-message.tsx'
import { TermCard } from './term-card.tsx'
import { TermDetail } from './term-detail.tsx'

/** The terms of this repository all have tags and examples; the terms of another operator may not. */
const bare: TermPage = {
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'bare',
  term_name: 'Bare',
  type: 'clinical',
  definition: 'A term with nothing beside it.',
  aliases: [],
  tags: [],
  examples: [],
  in_people_words: [],
  senses: [],
  not_the_same_as: [],
  called_elsewhere: [],
  sources: [],
  heavy: false,
  created_at: '2026-01-01T00:00:00.000Z',
}
const rich: TermPage = { ...bare, tags: ['Gray Rock'], examples: ['One.', 'Two.', 'Three.', 'Four.'] }
const card = (term: TermPage) =>
  renderToStaticMarkup(<TermCard term={term} search="" base="/dashboard/glossary" actions={() => null} />)
const detail = (term: TermPage) =>
  renderToStaticMarkup(
    <TermDetail term={term} previous={undefined} next={undefined} base="/glossary" actions={null} />,
  )

test('A term without tags or examples shows a message in the list and on its page', () => {
  expect(card(bare)).toContain('No tags')
  expect(detail(bare)).toContain('No related terms yet')
  expect(detail(bare)).toContain('No examples available yet.')
  expect(detail(bare)).not.toContain('In people')
  expect(detail({ ...bare, in_people_words: ['I count my words.'] })).toContain('I count my words.')
})

test('A term shows its senses, look-alikes, names elsewhere, origin and sources, each only if it has them', () => {
  const details = {
    senses: [{ use: 'law' as const, text: 'Taking what is not one’s own.' }],
    not_the_same_as: [{ term: 'Gray Rock', why: 'One is silent, the other dull.' }],
    called_elsewhere: [{ country: 'Scotland', name: 'Exclusion order' }],
    origin: 'From a play.',
    sources: [{ title: 'A Book', year: 1990, checked: '2026-11' }],
  }
  const page = detail({ ...bare, ...details })
  for (const text of ['In law:', 'Scotland: Exclusion order', 'From a play.', 'checked November 2026'])
    expect(page).toContain(text)
  expect(page).toContain('href="/glossary/gray-rock"')
  expect(detail(bare)).not.toMatch(/In law|Not the same|Called elsewhere|comes from|Sources/)
})

test('A term with tags and examples shows no message, and at most three examples', () => {
  expect(card(rich)).not.toContain('No tags')
  expect(card(rich)).toContain('href="/dashboard/glossary/gray-rock"')
  expect(detail(rich)).not.toMatch(/No related terms yet|No examples available yet/)
  expect(detail(rich)).toContain('Three.')
  expect(detail(rich)).not.toContain('Four.')
})

test('An empty glossary shows a message', () => {
  expect(renderToStaticMarkup(<ListMessage found="empty" search="" />)).toContain('No terms available')
})
