import { href, useLocation } from 'react-router'
import { pageSize, readGlossaryAddress } from '../../domains/glossary/terms.rules.ts'
import { ClientTermList } from '../../domains/glossary/ui/client-term-list.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { DisabledTermActions } from './disabled-controls.tsx'
import * as messages from './messages.en.yaml'
import { firstLetters, useDemo, useSampleTerms } from './use-demo-data.ts'

export const meta = () => [{ title: messages.glossary() }, { name: 'robots', content: 'noindex' }]

export default function DemoGlossary() {
  const { terms, today, favorites } = useDemo()
  const address = readGlossaryAddress(new URLSearchParams(useLocation().search))
  const saved = new Set(favorites.saved_terms.map(({ term_id }) => term_id))
  return (
    <>
      <h1>{messages.glossary()}</h1>
      {/* Real terms link to their own pages. */}
      <ClientTermList
        address={address}
        found={{ terms: terms.slice(0, pageSize), total: terms.length }}
        letters={firstLetters(terms)}
        base={href('/glossary')}
        aside={<TermOfTheDay term={today} />}
        useTerms={useSampleTerms}
        actions={(term) => <DisabledTermActions term={term} saved={saved.has(term.id)} />}
      />
    </>
  )
}
