import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Select } from '../../../ui/select/select.tsx'
import * as messages from '../messages.en.yaml'
import { normalizeSearch } from '../search/search.rules.ts'
import type { ListedTerm, Term } from '../terms.contract.ts'
import { type GlossaryAddress, glossaryHref, pageSize } from '../terms.rules.ts'
import { SubmitSearch } from './header-search.tsx'
import { LetterNav } from './letter-nav.tsx'
import { ListMessage } from './list-message.tsx'
import { TermCard } from './term-card.tsx'

export type ListResult =
  | { terms: ListedTerm[]; total: number; ranked?: boolean | undefined; spanish?: boolean | undefined }
  | 'failed'
  | 'too-long'

const sorts = [
  ['a-z', messages.aToZ],
  ['z-a', messages.zToA],
  ['newest', messages.newest],
  ['oldest', messages.oldest],
] as const
/** A sentence has no other order. */
const bestMatch = [['best', messages.bestMatch]] as const
const types = [
  ['all', messages.allTerms],
  ['clinical', messages.clinical],
  ['community', messages.community],
] as const

export type ListProps = {
  address: GlossaryAddress
  found: ListResult
  letters: string[]
  aside: ReactNode
  base?: string
  /** @param firstTerm the slug of the first term found */
  help?: (search: string, firstTerm: string | undefined) => ReactNode
  actions: (term: Term) => ReactNode
  progress?: {
    searching: boolean
    loadingMore: boolean
    failedMore: boolean
    /** A screen reader hears the count of a changed list. */
    announce: boolean
  }
}

/** Links and a form; `term-list.element.ts` updates it in place by the `data-` attributes. */
export function GlossaryList(props: ListProps) {
  const { address, found, letters, aside, base = href('/glossary'), progress } = props
  const count = describeCount(address, found)
  const help = props.help?.(address.search, firstSlug(found))
  const ranked = typeof found === 'object' && found.ranked
  const hrefOf = (change: Partial<GlossaryAddress>) => glossaryHref({ ...address, page: 1, ...change }, base)
  const List = progress ? 'div' : 'term-list'
  return (
    <List>
      <div className="glossary-columns">
        {/* First in the document: what loads later must not push the list down. */}
        <div className="glossary-aside">{aside}</div>
        <div className="grid content-start gap-5 min-w-0">
          <search>
            <form action={base} method="get" className="relative">
              <input
                type="search"
                name="search"
                aria-label={messages.searchTerms()}
                placeholder={messages.searchTermsPlaceholder()}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={address.search}
                className="field ps-11"
              />
              <Search className="icon search-lens" aria-hidden="true" />
              <SubmitSearch />
              {address.type !== 'all' && <input type="hidden" name="type" value={address.type} />}
              {address.sort !== 'a-z' && <input type="hidden" name="sort" value={address.sort} />}
            </form>
          </search>
          <div data-part="menus" className="flex flex-wrap gap-3">
            <Select
              label={messages.show()}
              name="type"
              value={address.type}
              items={types.map(([value, label]) => ({
                value,
                label: label(),
                href: hrefOf({ type: value }),
              }))}
            />
            <Select
              label={messages.sort()}
              name="sort"
              value={ranked ? 'best' : address.sort}
              items={(ranked ? bestMatch : sorts).map(([value, label]) => ({
                value,
                label: label(),
                href: hrefOf(value === 'best' ? {} : { sort: value }),
              }))}
            />
          </div>
          <LetterNav
            letters={letters}
            chosen={address.letter}
            hrefOf={(letter) => hrefOf({ letter, search: '' })}
          />
          {progress?.searching ? (
            <div className="results grid gap-5">
              {help}
              <Skeleton />
            </div>
          ) : (
            <Results
              {...props}
              help={help}
              count={count}
              base={base}
              moreHref={hrefOf({ page: address.page + 1 })}
            />
          )}
        </div>
      </div>
      <p role="status" data-announce className="visually-hidden">
        {progress &&
          (progress.searching || progress.loadingMore ? messages.loading() : progress.announce && count)}
      </p>
      {!progress && (
        <template data-failure>
          <ListMessage found="failed" search="" />
        </template>
      )}
    </List>
  )
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {[1, 2, 3].map((key) => (
        <div key={key} className="card skeleton grid gap-3">
          <span className="skeleton-title" />
          <span />
          <span />
          <span className="skeleton-end" />
        </div>
      ))}
    </div>
  )
}

const shownCount = (address: GlossaryAddress, { terms, total }: Exclude<ListResult, string>) =>
  Math.min((address.from - 1) * pageSize + terms.length, total)

/** Empty for an error, which has its own message. */
function describeCount(address: GlossaryAddress, found: ListResult): string {
  if (typeof found === 'string') return ''
  const { total } = found
  return total === 0
    ? messages.noTermsFound()
    : messages.countOfTerms({ shown: shownCount(address, found), total })
}

/** Of the first term found. */
export const firstSlug = (found: ListResult): string | undefined =>
  typeof found === 'string' ? undefined : found.terms[0]?.slug

function Results(
  props: Pick<ListProps, 'address' | 'found' | 'progress' | 'actions'> & {
    base: string

    help: ReactNode
    count: string
    moreHref: string
  },
) {
  const { address, found, help, count, moreHref, base, actions, progress } = props
  const search = normalizeSearch(address.search)
  const failed = typeof found === 'string'
  if (failed || found.terms.length === 0) {
    return (
      <div data-part="results" data-failed={found === 'failed' || undefined} className="grid gap-5">
        {help}
        <ListMessage found={failed ? found : 'empty'} search={search} base={base} />
      </div>
    )
  }
  return (
    <div data-part="results" className={search ? 'results short grid gap-5' : 'results grid gap-5'}>
      {help}
      {found.spanish && <p lang="es">{messages.spanishSearch()}</p>}
      <h2 className="visually-hidden">{messages.terms()}</h2>
      <p data-shown className="text-muted">
        {count}
      </p>
      <ul data-items className="grid gap-4">
        {found.terms.map((term) => (
          <TermCard key={term.id} term={term} search={search} base={base} actions={actions} />
        ))}
      </ul>
      {progress?.failedMore && <ListMessage found="failed" search="" />}
      {shownCount(address, found) < found.total && (
        <a
          href={moreHref}
          data-list="more"
          aria-disabled={progress?.loadingMore || undefined}
          className="btn btn-quiet justify-self-center"
        >
          {progress?.loadingMore && <span className="spinner" aria-hidden="true" />}
          {progress?.loadingMore ? messages.loading() : messages.loadMore()}
        </a>
      )}
    </div>
  )
}
