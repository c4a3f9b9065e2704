import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { apiFetch } from '../../../platform/api-client.ts'

/** How long what was found stays fresh (specification point 9, milliseconds). */
const freshFor = 2 * 60_000

export type PickedTerm = { id: string; term_name: string; slug: string; tags: string[] }

type TermPickerProps = { value: PickedTerm | null; onChange: (term: PickedTerm | null) => void }

/**
 * Which term a Connection is about, or none: at most fifty by name or slug, in a combobox with a list (WAI-ARIA APG, "Combobox").
 * Clearing it, or emptying its box, makes the Connection freeform again (specification point 4, "Entry type").
 *
 * Our own: Base UI's hides the rest of the page from screen readers while its list is open, Quick Hide among it.
 */
export function TermPicker({ value, onChange }: TermPickerProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(value?.term_name ?? '')
  const [open, setOpen] = useState(false)
  /** By id: another list may come while one goes through it. */
  const [markedId, setMarkedId] = useState<string>()
  const { terms, loaded, failed } = useOptions(typed === value?.term_name ? '' : typed.trim(), open)
  const at = open ? terms.findIndex((term) => term.id === markedId) : -1
  const marked = terms[at]

  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  // A list that opens below the screen is as good as none.
  const shown = open && terms.length > 0
  useEffect(() => {
    if (shown) list.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  function choose(term: PickedTerm | null) {
    onChange(term)
    setTyped(term?.term_name ?? '')
    close()
  }

  function close() {
    setOpen(false)
    setMarkedId(undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    // These keys are the input method's until it has composed a word; Safari names its last one by the code 229 alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setMarkedId(terms[(Math.max(at, step < 0 ? 0 : -1) + step + terms.length) % terms.length]?.id)
    } else if (event.key === 'Enter' && open) {
      // Enter chooses; it does not send a form that is half filled in.
      event.preventDefault()
      if (marked) choose(marked)
    } else if (event.key === 'Escape') close()
  }

  return (
    <div className={value ? 'grid gap-2' : 'needs-react grid gap-2'}>
      <label htmlFor={id} className="strong">
        Linked term (optional)
      </label>
      <input type="hidden" name="linked_term_id" value={value?.id ?? ''} />
      <div className="picker">
        <input
          ref={box}
          id={id}
          role="combobox"
          aria-expanded={open && terms.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={marked && `${id}-${marked.id}`}
          className="field"
          placeholder="Search for a term, or leave it open"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setOpen(true)
            setMarkedId(undefined)
            if (target.value === '') onChange(null)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close()
            // What was typed and not chosen is no term.
            setTyped(typed === '' ? '' : (value?.term_name ?? ''))
          }}
        />
        {value && (
          <button
            type="button"
            className="needs-react intent"
            aria-label="No linked term"
            onClick={() => {
              choose(null)
              box.current?.focus()
            }}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        )}
        {/* The box keeps the focus, so that a press on the list does not close it first. */}
        <div
          className="select-list picker-list"
          hidden={!open}
          onPointerDown={(event) => event.preventDefault()}
        >
          {/* How many there are is seen. */}
          <p role="status" className={shown && !failed ? 'visually-hidden' : 'picker-note'}>
            {open && noteOf({ terms, loaded, failed })}
          </p>
          <div ref={list} id={`${id}-list`} role="listbox" aria-label="Terms">
            {terms.map((term, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's (APG, "Combobox")
              <div
                key={term.id}
                id={`${id}-${term.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === at}
                className="picker-item"
                onClick={() => choose(term)}
              >
                {term.term_name}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

type Options = { terms: PickedTerm[]; loaded: boolean; failed: boolean }

function useOptions(search: string, enabled: boolean): Options {
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['term-options', search.toLowerCase()],
    queryFn: ({ signal }) =>
      apiFetch<{ terms: PickedTerm[] }>(`/terms/options?${new URLSearchParams({ q: search })}`, { signal }),
    staleTime: freshFor,
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // What is shown of an earlier text has to fit this one: whoever types fast would choose another term.
  const text = search.toLowerCase()
  const fits = ({ term_name, slug }: PickedTerm) =>
    term_name.toLowerCase().includes(text) || slug.includes(text)
  const terms = (data?.terms ?? []).filter((term) => !isPlaceholderData || fits(term))
  const loaded = data !== undefined && (!isPlaceholderData || terms.length > 0)
  return { terms, loaded, failed: isError }
}

function noteOf({ terms, loaded, failed }: Options): string {
  if (failed) return 'The terms could not be loaded. Please try again in a moment.'
  if (!loaded) return 'Loading...'
  if (terms.length === 0) return 'No matching term. You can leave this empty.'
  return terms.length === 1 ? '1 result' : `${terms.length} results`
}
