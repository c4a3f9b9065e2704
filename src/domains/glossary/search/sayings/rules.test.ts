import { expect, test } from 'vitest'
import { readGlossarySource } from '../../source/reads.server.ts'
import { formOf, formsOf } from '../words/rules.ts'
import { sayingsOf, sayingWordsOf, sluggedSayings } from './rules.ts'

test('what people say is said of terms that stand in the glossary, of each once', async () => {
  const { terms } = await readGlossarySource('content/glossary')
  const slugs = new Set(terms.map(({ slug }) => slug))
  const said = sluggedSayings()
  expect(said.filter((slug) => !slugs.has(slug))).toEqual([])
  expect(said.length).toBeGreaterThan(700)
  expect(said).toEqual([...new Set(said)].sort())
  for (const slug of said) expect(sayingsOf(slug), slug).toMatch(/^[a-zA-Z0-9 ,'-]+$/)
  expect(sayingsOf('no-such-term')).toBe('')
})

test('the index carries its words once, without those that say nothing and those that stand beside them', () => {
  const term = {
    slug: 'hoovering',
    term_name: 'Hoovering',
    aliases: ['sucked back in'],
    definition: 'Contact after months. It begins with a text.',
  }
  const words = sayingWordsOf(term).split(' ')
  expect(words).toEqual([...new Set(words)].sort())
  const forms = formsOf(words.join(' '))
  for (const word of ['blue', 'changes', 'apologized']) expect(forms).toContain(formOf(word))
  for (const word of ['the', 'back', 'contact', 'months']) expect(forms).not.toContain(formOf(word))
  const all = new Set(
    formsOf(`${sayingsOf('hoovering')} ${term.term_name} ${term.aliases} ${term.definition}`),
  )
  for (const form of forms) expect(all).toContain(form)
  expect(sayingWordsOf({ ...term, slug: 'no-such-term' })).toBe('')
})
