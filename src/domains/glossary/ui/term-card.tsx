import type { ReactNode } from 'react'
import { foldText } from '../../../platform/fold-text.ts'
import { MarkedPieces } from '../../../ui/marked-pieces/marked-pieces.tsx'
import * as messages from '../messages.en.yaml'
import { markMatches } from '../search/marks.rules.ts'
import { formatReason } from '../search/search-texts.rules.ts'
import type { ListedTerm, Term } from '../terms.contract.ts'
import { TagList } from './tag-list.tsx'
import { TypeBadge } from './type-badge.tsx'

type TermCardProps = { term: ListedTerm; search: string; base: string; actions: (term: Term) => ReactNode }

/** More would push the next term off a phone's screen. */
const most = 2

export function TermCard({ term, search, base, actions }: TermCardProps) {
  const text = foldText(search)
  const isNamed = text === '' || foldText(term.term_name).includes(text)
  const aliases = isNamed ? [] : term.aliases.filter((alias) => foldText(alias).includes(text)).slice(0, most)
  return (
    <li className="card grid gap-3">
      <div>
        <h3 className="text-2xl">
          <a href={`${base}/${term.slug}`}>
            <MarkedText text={term.term_name} search={search} />
          </a>
        </h3>
        <TypeBadge type={term.type} />
      </div>
      {aliases.length > 0 ? (
        <p className="text-muted">
          {messages.alsoCalledMarked({
            words: aliases.join(', '),
            marked: (words) => <MarkedText text={String(words)} search={search} />,
          })}
        </p>
      ) : (
        term.reason && <p className="text-muted">{formatReason(term.reason)}</p>
      )}
      <p>
        <MarkedText text={term.definition} search={search} />
      </p>
      <div>
        <TagList tags={term.tags} base={base} none={messages.noTags()} plain />
        <div>{actions(term)}</div>
      </div>
    </li>
  )
}

const MarkedText = ({ text, search }: { text: string; search: string }) =>
  search === '' ? text : <MarkedPieces pieces={markMatches(text, search)} />
