import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Select } from '../../../ui/select/select.tsx'
import { normalizeSearch } from '../search/search.rules.ts'
import type { FoundTerm, Term } from '../terms.contract.ts'
import type { GlossaryAddress } from '../terms.rules.ts'
import { glossaryHref, pageSize } from '../terms.rules.ts'
import { SubmitSearch } from './header-search.tsx'
import { LetterNav } from './letter-nav.tsx'
import { ListMessage } from './list-message.tsx'
import { TermCard } from './term-card.tsx'

export type Found = { terms: FoundTerm[]; total: number } | 'failed' | 'too-long'

const sorts = [
  ['a-z', 'A-Z'],
  ['z-a', 'Z-A'],
  ['newest', 'Newest'],
  ['oldest', 'Oldest'],
] as const
const types = [
  ['all', 'All Terms'],
  ['clinical', 'Clinical'],
  ['community', 'Community'],
] as const

type Props = {
  address: GlossaryAddress
  found: Found
  letters: string[]
  aside: ReactNode
  base?: string
  /** Numbers to reach someone by, for a search that speaks of danger; the demo has them in its header search alone. */
  help?: (search: string) => ReactNode
  /** What can be done with a term; for who is signed out, ways to sign up (term-actions.tsx). */
  actions: (term: Term) => ReactNode
  /** A page that changes the list itself says how far it is. */
  inPlace?: {
    searching: boolean
    loadingMore: boolean
    failedMore: boolean
    /** Whether the list has changed, so that it is told to who listens how much there is. */
    said: boolean
  }
}

/**
 * Search box, sort and category menus, letters, the list and Load More (specification point 2, "Glossary"). All links and a
 * form; `term-list.element.ts` makes them change the list in place by its `data-` parts.
 */
export function GlossaryList(props: Props) {
  const { address, found, letters, aside, base = '/glossary', inPlace } = props
  const words = inShort(address, found)
  const help = props.help?.(address.search)
  const hrefOf = (change: Partial<GlossaryAddress>) => glossaryHref({ ...address, page: 1, ...change }, base)
  const List = inPlace ? 'div' : 'term-list'
  return (
    <List>
      <div className="glossary-columns">
        {/* First in the page too, where a phone shows it: what comes late would push the list down. */}
        <div className="lg:col-start-2">{aside}</div>
        <div className="grid content-start gap-5 min-w-0 lg:col-start-1 lg:row-start-1">
          <search>
            <form action={base} method="get" className="relative">
              <input
                type="search"
                name="search"
                aria-label="Search terms"
                placeholder="Search terms..."
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={address.search}
                className="field pl-11"
              />
              <Search className="icon search-lens" aria-hidden="true" />
              <SubmitSearch />
              {address.type !== 'all' && <input type="hidden" name="type" value={address.type} />}
              {address.sort !== 'a-z' && <input type="hidden" name="sort" value={address.sort} />}
            </form>
          </search>
          <div data-part="menus" className="flex flex-wrap gap-3">
            <Select
              label="Show"
              name="type"
              value={address.type}
              items={types.map(([value, label]) => ({ value, label, href: hrefOf({ type: value }) }))}
            />
            <Select
              label="Sort"
              name="sort"
              value={address.sort}
              items={sorts.map(([value, label]) => ({ value, label, href: hrefOf({ sort: value }) }))}
            />
          </div>
          <LetterNav
            letters={letters}
            chosen={address.letter}
            hrefOf={(letter) => hrefOf({ letter, search: '' })}
          />
          {inPlace?.searching ? (
            <div className="results grid gap-5">
              {help}
              <Skeleton />
            </div>
          ) : (
            <Results
              {...props}
              help={help}
              words={words}
              base={base}
              moreHref={hrefOf({ page: address.page + 1 })}
            />
          )}
        </div>
      </div>
      <p role="status" data-announce className="visually-hidden">
        {inPlace && (inPlace.searching || inPlace.loadingMore ? 'Loading...' : inPlace.said && words)}
      </p>
      {!inPlace && (
        <template data-failure>
          <ListMessage found="failed" search="" />
        </template>
      )}
    </List>
  )
}

/** Three cards without words, while the list is on its way (specification point 2). */
function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {[1, 2, 3].map((place) => (
        <div key={place} className="card skeleton grid gap-3">
          <span className="skeleton-title" />
          <span />
          <span />
          <span className="skeleton-end" />
        </div>
      ))}
    </div>
  )
}

const shownOf = (address: GlossaryAddress, { terms, total }: Exclude<Found, string>) =>
  Math.min((address.from - 1) * pageSize + terms.length, total)

/** How much there is; what went wrong says so itself. */
function inShort(address: GlossaryAddress, found: Found): string {
  if (typeof found === 'string') return ''
  const { total } = found
  return total === 0
    ? 'No Terms Found'
    : total === 1
      ? '1 term'
      : `${shownOf(address, found)} of ${total} terms`
}

function Results(
  props: Pick<Props, 'address' | 'found' | 'inPlace'> & {
    base: string
    actions: NonNullable<Props['actions']>
    help: ReactNode
    words: string
    moreHref: string
  },
) {
  const { address, found, help, words, moreHref, base, actions, inPlace } = props
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
      <h2 className="visually-hidden">Terms</h2>
      <p data-shown className="text-muted">
        {words}
      </p>
      <ul data-items className="grid gap-4">
        {found.terms.map((term) => (
          <TermCard key={term.id} term={term} search={search} base={base} actions={actions} />
        ))}
      </ul>
      {inPlace?.failedMore && <ListMessage found="failed" search="" />}
      {shownOf(address, found) < found.total && (
        <a
          href={moreHref}
          data-list="more"
          aria-disabled={inPlace?.loadingMore || undefined}
          className="btn btn-quiet justify-self-center"
        >
          {inPlace?.loadingMore && <span className="spinner" aria-hidden="true" />}
          {inPlace?.loadingMore ? 'Loading...' : 'Load More'}
        </a>
      )}
    </div>
  )
}
