import { Search } from 'lucide-react'
import type { SearchIndex } from '../search/search.contract.ts'
import { searchLimit } from '../terms.rules.ts'

/** Sends a search without the Enter key (WCAG technique H32); in sight while it has the focus. */
export const SubmitSearch = () => (
  <button type="submit" className="visually-hidden skip">
    Search
  </button>
)

/**
 * The search of the header (specification point 2). A form that leads to the list; `header-search.element.ts` makes it a
 * combobox. The demo has it `disabled` on small screens, and on large ones over its sample terms.
 */
export function HeaderSearch({
  label = 'Search glossary',
  action = '/glossary',
  disabled = false,
  samples,
  className,
}: {
  label?: string
  /** The list that Enter leads to: that of the area, so that what is searched for does not stand in a public address. */
  action?: string
  disabled?: boolean
  /** All that it looks in, where it asks nobody. */
  samples?: SearchIndex
  className?: string
}) {
  return (
    <header-search class={className} data-samples={samples && JSON.stringify(samples)}>
      <search>
        <form action={action} method="get">
          <input
            // A combobox may not be a search field (ARIA in HTML).
            type="text"
            enterKeyHint="search"
            name="search"
            aria-label={label}
            placeholder="Search glossary..."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={searchLimit}
            disabled={disabled}
            className="field"
          />
          {/* After the field, which gives it its height: before it, it would be painted above its place and move. */}
          <Search className="icon" aria-hidden="true" />
          {!disabled && <SubmitSearch />}
        </form>
      </search>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty; so React leaves alone what the element writes into it, also before React has come */}
      <div className="search-results" hidden dangerouslySetInnerHTML={{ __html: '' }} />
    </header-search>
  )
}
