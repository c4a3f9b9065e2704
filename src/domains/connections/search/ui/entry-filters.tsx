import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { language } from '../../../../platform/language.ts'
import * as messages from '../../messages.en.yaml'
import { useJournalPreferences } from '../../ui/journal-preferences.ts'
import { byCount, byMonth, countFilters, type EntrySort, noFilters, noTerm } from '../entry-filters.rules.ts'
import type { FilterList, FilterListProps } from './entry-query.ts'
import { FilterChoices } from './filter-choices.tsx'

const sorts: Record<EntrySort, () => string> = {
  newest: messages.sortNewest,
  oldest: messages.sortOldest,
  latest: messages.sortLatest,
  earliest: messages.sortEarliest,
}

/** What is chosen stays in the browser's memory (APG, "Disclosure"). */
export const EntryFilters: FilterList = ({ query: { filters }, setFilters, counts }) =>
  filters && setFilters && counts && <Filters {...{ filters, setFilters, counts }} />

function Filters({ filters, setFilters, counts }: FilterListProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const count = countFilters(filters)
  // Before hydration the button would do nothing.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <div className={isReady ? 'grid gap-4 mt-4' : 'needs-react invisible grid gap-4 mt-4'}>
      <div className="flex flex-wrap gap-3">
        <button
          ref={button}
          type="button"
          className="btn btn-quiet"
          aria-expanded={filters.isOpen}
          aria-controls={id}
          onClick={() => setFilters({ isOpen: !filters.isOpen })}
        >
          {messages.filterAndSort({ count })}
        </button>
        {count > 0 && (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => {
              setFilters(noFilters)
              button.current?.focus()
            }}
          >
            {messages.clearFilters()}
          </button>
        )}
      </div>
      <div id={id} hidden={!filters.isOpen} className="card grid gap-5">
        {filters.isOpen && (
          <>
            <Sort sort={filters.sort} onChange={(sort) => setFilters({ sort })} />
            <Choices filters={filters} setFilters={setFilters} counts={counts} />
          </>
        )}
      </div>
    </div>
  )
}

function Sort({ sort, onChange }: { sort: EntrySort; onChange: (sort: EntrySort) => void }) {
  const name = useId()
  return (
    <fieldset className="grid gap-1">
      <legend className="strong">{messages.sort()}</legend>
      {Object.entries(sorts).map(([value, label]) => (
        <label key={value} className="inline-flex items-center gap-2 min-h-8">
          <input
            type="radio"
            name={name}
            className="size-5 accent-act"
            checked={sort === value}
            onChange={() => onChange(value as EntrySort)}
          />
          {label()}
        </label>
      ))}
      {(sort === 'latest' || sort === 'earliest') && <p className="text-muted">{messages.undatedLast()}</p>}
    </fieldset>
  )
}

function Choices({ filters, setFilters, counts: { counts, drafts, failed, retry } }: FilterListProps) {
  const { journal_tagging } = useJournalPreferences()
  const name = useId()
  const choices = useMemo(
    () =>
      counts && {
        terms: byCount(counts.terms).map((choice) =>
          choice.value === noTerm ? { ...choice, label: messages.noLinkedTerm() } : choice,
        ),
        tags: byCount(counts.tags),
        months: byMonth(counts.months).map((choice) => ({ ...choice, label: formatMonth(choice.value) })),
      },
    [counts],
  )
  if (failed && !choices)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p className="form-problem">{messages.loadFailed()}</p>
        <button type="button" className="btn btn-quiet" onClick={() => retry()}>
          {messages.tryAgain()}
        </button>
      </div>
    )
  if (!choices || !counts) return <p className="text-muted">{messages.counting()}</p>
  return (
    <>
      <FilterChoices
        name={messages.filterTerm()}
        group={name}
        choices={choices.terms}
        chosen={filters.term}
        onChange={(term) => setFilters({ term })}
      />
      {journal_tagging && (
        <FilterChoices
          name={messages.filterTag()}
          group={name}
          choices={choices.tags}
          chosen={filters.tag}
          onChange={(tag) => setFilters({ tag })}
        >
          <p>
            <Link to={href('/dashboard/connections/tags')}>{messages.manageTags()}</Link>
          </p>
        </FilterChoices>
      )}
      <FilterChoices
        name={messages.filterMonth()}
        group={name}
        choices={choices.months}
        chosen={filters.month}
        onChange={(month) => setFilters({ month })}
      >
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="visually-hidden">{messages.filterMonth()}</legend>
          {(['written', 'happened'] as const).map((monthOf) => (
            <label key={monthOf} className="inline-flex items-center gap-2 min-h-8">
              <input
                type="radio"
                name={`${name}-of`}
                className="size-5 accent-act"
                checked={filters.monthOf === monthOf}
                onChange={() => setFilters({ monthOf, month: null })}
              />
              {monthOf === 'written' ? messages.monthOfWriting() : messages.monthOfHappening()}
            </label>
          ))}
        </fieldset>
      </FilterChoices>
      <div className="grid gap-1">
        <Checkbox
          label={messages.choice({ name: messages.filterDated(), count: counts.dated })}
          checked={filters.dated}
          onChange={(dated) => setFilters({ dated })}
        />
        <Checkbox
          label={messages.choice({ name: messages.filterDrafts(), count: drafts })}
          checked={filters.drafts}
          onChange={(drafts) => setFilters({ drafts })}
        />
      </div>
    </>
  )
}

type CheckboxProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

const Checkbox = ({ label, checked, onChange }: CheckboxProps) => (
  <label className="inline-flex items-center gap-2 min-h-8">
    <input
      type="checkbox"
      className="size-5 accent-act flex-none"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
)

/** Such as "March 2026", or "2026" for a year alone. */
function formatMonth(value: string): string {
  const [year = '', month] = value.split('-')
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month ?? 1) - 1, 1)
  return new Intl.DateTimeFormat(language(), {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month && { month: 'long' }),
  }).format(date)
}
