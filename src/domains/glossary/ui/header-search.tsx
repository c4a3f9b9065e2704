import { Search } from 'lucide-react'
import { href } from 'react-router'
import * as messages from '../messages.en.yaml'
import type { SearchIndex } from '../search/search.contract.ts'
import { searchLimit } from '../terms.rules.ts'

/** Submits without the Enter key (WCAG H32). */
export const SubmitSearch = () => (
  <button type="submit" className="visually-hidden skip">
    {messages.search()}
  </button>
)

/** `header-search.element.ts` makes it a combobox. In the demo it is `disabled` on small screens. */
export function HeaderSearch({
  label = messages.searchGlossary(),
  action = href('/glossary'),
  disabled = false,
  samples,
  className,
}: {
  label?: string
  /** A search in the dashboard is not sent to a public URL. */
  action?: string
  disabled?: boolean
  samples?: SearchIndex
  className?: string
}) {
  return (
    <header-search class={className} data-samples={samples && JSON.stringify(samples)}>
      <search>
        <form action={action} method="get">
          <input
            // `type=search` does not allow this role (ARIA in HTML).
            type="text"
            enterKeyHint="search"
            name="search"
            aria-label={label}
            placeholder={messages.searchGlossaryPlaceholder()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={searchLimit}
            disabled={disabled}
            className="field"
          />
          {/* Before the field, which sets its height, it would paint too high and shift. */}
          <Search className="icon" aria-hidden="true" />
          {!disabled && <SubmitSearch />}
        </form>
      </search>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React keeps what the element writes into it, also before hydration */}
      <div className="search-results" hidden dangerouslySetInnerHTML={{ __html: '' }} />
    </header-search>
  )
}
