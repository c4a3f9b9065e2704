import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { Count } from '../../../ui/count/count.tsx'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import type { SavedTerm, SavedTerms } from '../favorites.contract.ts'
import * as messages from '../messages.en.yaml'

type FavoriteListProps = {
  /** Undefined when loading failed. */
  saved: SavedTerms | undefined
  base: string
  actions: (one: SavedTerm) => ReactNode
}

/** Specification point 2, "/dashboard/favorites". */
export function FavoriteList({ saved, base, actions }: FavoriteListProps) {
  return (
    <>
      <h1>{messages.title()}</h1>
      {!saved && (
        <div className="card mt-6 grid gap-2" role="alert">
          <h2>{messages.loadFailed()}</h2>
          <p>{messages.nothingLost()}</p>
        </div>
      )}
      {saved && saved.total === 0 && (
        <div className="empty">
          <h2>{messages.emptyTitle()}</h2>
          <p>{messages.empty()}</p>
          <Link to={base} className="btn">
            {messages.exploreGlossary()}
          </Link>
        </div>
      )}
      {saved && saved.total > 0 && (
        <>
          <dl className="counts">
            <Count name={messages.total()} count={saved.total} />
            <Count name={messages.clinical()} count={saved.clinical} />
            <Count name={messages.community()} count={saved.community} />
          </dl>
          <ul className="grid gap-4">
            {saved.saved_terms.map((one) => (
              <li key={one.id} className={`card grid gap-3 ${one.term.type}`}>
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <h2 className="text-2xl">
                    {one.term.retired ? (
                      one.term.term_name
                    ) : (
                      // Public pages are separate documents.
                      <Link to={`${base}/${one.term.slug}`} reloadDocument={base === href('/glossary')}>
                        {one.term.term_name}
                      </Link>
                    )}
                  </h2>
                  <span className={one.term.type === 'clinical' ? 'badge' : 'badge badge-community'}>
                    {one.term.type === 'clinical' ? messages.clinical() : messages.community()}
                  </span>
                </div>
                <p className="max-w-prose">{one.term.definition}</p>
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <p className="text-muted">
                    {messages.savedOn({ time: () => <LocalDate time={one.created_at} /> })}
                  </p>
                  <div className="flex gap-1">{actions(one)}</div>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
