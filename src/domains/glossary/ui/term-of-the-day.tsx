import { href } from 'react-router'
import * as messages from '../messages.en.yaml'
import { firstSentence } from '../search/search.rules.ts'
import type { Term } from '../terms.contract.ts'
import { TypeBadge } from './type-badge.tsx'

/** @param term undefined if it could not be read */
export function TermOfTheDay({ term, base = href('/glossary') }: { term: Term | undefined; base?: string }) {
  return (
    <section
      className="card day grid content-start justify-items-start gap-3"
      aria-labelledby="term-of-the-day"
    >
      <h2 id="term-of-the-day" className="text-muted">
        {messages.termOfTheDay()}
      </h2>
      {term ? (
        <>
          <h3 className="text-2xl wrap-anywhere">
            <a href={`${base}/${term.slug}`}>{term.term_name}</a>
          </h3>
          <TypeBadge type={term.type} />
          <p>{firstSentence(term.definition)}</p>
        </>
      ) : (
        <>
          <h3>{messages.termOfTheDayFailedTitle()}</h3>
          <p>{messages.termOfTheDayFailed()}</p>
        </>
      )}
    </section>
  )
}
