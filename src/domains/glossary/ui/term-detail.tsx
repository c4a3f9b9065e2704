import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyLink } from '../../../ui/copy-link/copy-link.tsx'
import * as messages from '../messages.en.yaml'
import type { TermPage } from '../terms.contract.ts'
import { TagList } from './tag-list.tsx'
import { Senses, TermNotes } from './term-notes.tsx'
import { TypeBadge } from './type-badge.tsx'

const examplesShown = 3

type Neighbour = { slug: string; term_name: string }
type Props = {
  term: TermPage
  previous: Neighbour | undefined
  next: Neighbour | undefined
  base: string
  /** For a term about danger. */
  help?: ReactNode
  actions: ReactNode
}

export function TermDetail({ term, previous, next, base, help, actions }: Props) {
  return (
    <div className="term-page">
      <nav aria-label={messages.breadcrumb()} className="text-base">
        <a href={base}>{messages.glossary()}</a> <span className="text-muted">/ {term.term_name}</span>
      </nav>
      <div className="term-columns">
        <article className={`grid content-start gap-6 min-w-0 ${term.type}`}>
          <header className="contents">
            <h1>{term.term_name}</h1>
            {help}
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <TypeBadge type={term.type} />
              <span className="text-muted">
                {term.type === 'clinical' ? messages.clinicalMeaning() : messages.communityMeaning()}
              </span>
              {term.aliases.length > 0 && (
                <span className="text-muted">
                  {messages.alsoCalledOnPage({ aliases: term.aliases.join(', ') })}
                </span>
              )}
            </p>
          </header>
          <p className="lede">{term.definition}</p>
          <Senses senses={term.senses} />
          {actions}
          {term.in_people_words.length > 0 && (
            <section aria-labelledby="in-people-words" className="grid gap-4">
              <h2 id="in-people-words">{messages.inPeopleWords()}</h2>
              <ul className="grid gap-2">
                {term.in_people_words.map((words) => (
                  <li key={words} className="example">
                    {words}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="examples" className="grid gap-4">
            <h2 id="examples">{messages.examples()}</h2>
            {term.examples.length === 0 && <p className="text-muted">{messages.noExamples()}</p>}
            <ul className="grid gap-4">
              {term.examples.slice(0, examplesShown).map((example) => (
                <li key={example} className="example">
                  {example}
                </li>
              ))}
            </ul>
          </section>
          <TermNotes {...term} base={base} />
          <CopyLink path={`${base}/${term.slug}`} />
        </article>
        <div className="no-print">
          <section className="card grid gap-3" aria-labelledby="related">
            <h2 id="related" className="text-xl">
              {messages.relatedTerms()}
            </h2>
            <TagList tags={term.tags} base={base} none={messages.noRelatedTerms()} />
          </section>
        </div>
      </div>
      <nav aria-label={messages.neighbors()} className="neighbours">
        {previous && (
          <a href={`${base}/${previous.slug}`} rel="prev">
            <ArrowLeft className="icon" aria-hidden="true" />
            <span>{messages.previousTerm({ term: previous.term_name, hidden })}</span>
          </a>
        )}
        {next && (
          <a href={`${base}/${next.slug}`} rel="next" className="ms-auto">
            <span>{messages.nextTerm({ term: next.term_name, hidden })}</span>
            <ArrowRight className="icon" aria-hidden="true" />
          </a>
        )}
      </nav>
    </div>
  )
}

const hidden = (text: ReactNode) => <span className="visually-hidden">{text}</span>

/** Specification point 8. */
export function TermNotFound({ base }: { base: string }) {
  return (
    <div className="grid justify-items-start gap-5 py-16">
      <h1>{messages.termNotFoundTitle()}</h1>
      <p className="lede">{messages.termNotFound()}</p>
      <a href={base} className="btn">
        {messages.backToGlossary()}
      </a>
    </div>
  )
}
