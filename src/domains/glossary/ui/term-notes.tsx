import type { ReactNode } from 'react'
import { language } from '../../../platform/language.ts'
import * as messages from '../messages.en.yaml'
import type { TermDetails } from '../terms.contract.ts'
import { slugOf } from '../terms.rules.ts'

const uses = {
  everyday: messages.everydayUse,
  psychology: messages.psychologyUse,
  law: messages.legalUse,
  community: messages.communityUse,
}

/** What a word means elsewhere. */
export function Senses({ senses }: Pick<TermDetails, 'senses'>) {
  if (senses.length === 0) return false
  return (
    <ul className="grid gap-2 max-w-prose">
      {senses.map(({ use, text }) => (
        <li key={text}>
          <span className="strong">{uses[use]()}</span> {text}
        </li>
      ))}
    </ul>
  )
}

/** What a reader may ask next about the word. */
export function TermNotes({
  not_the_same_as,
  called_elsewhere,
  origin,
  sources,
  base,
}: TermDetails & { base: string }) {
  return (
    <>
      {not_the_same_as.length > 0 && (
        <Note id="not-the-same-as" title={messages.notTheSameAs()}>
          <ul className="grid gap-2 max-w-prose">
            {not_the_same_as.map(({ term, why }) => (
              <li key={term}>
                <a href={`${base}/${slugOf(term)}`}>{term}</a> {why}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {called_elsewhere.length > 0 && (
        <Note id="called-elsewhere" title={messages.calledElsewhere()}>
          <ul className="grid gap-1">
            {called_elsewhere.map(({ country, name }) => (
              <li key={country + name}>{messages.nameInCountry({ country, name })}</li>
            ))}
          </ul>
        </Note>
      )}
      {origin && (
        <Note id="origin" title={messages.origin()}>
          <p className="max-w-prose">{origin}</p>
        </Note>
      )}
      {sources.length > 0 && (
        <Note id="sources" title={messages.sources()}>
          <ul className="grid gap-1 max-w-prose">
            {sources.map(({ title, year, checked }) => (
              <li key={title}>
                {title} ({year}){' '}
                {checked && (
                  <span className="text-muted">{messages.checkedIn({ month: formatMonth(checked) })}</span>
                )}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  )
}

function Note({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** @param month as in `2026-11` */
const formatMonth = (month: string) =>
  new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  )
